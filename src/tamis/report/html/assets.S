/* The scripts and the style of the report, bundled from web/ by cmake/tamis_web.cmake (the assembler gets that folder of
   the build with -I), and their hashes. */
#include "tamis/io/embed.h"

    EMBED(report_script, "report.js")
    EMBED(report_script_hash, "report.js.hash")
    EMBED(report_style, "report.css")
    EMBED(report_style_hash, "report.css.hash")
