/* The printed figures of the papers. */
#include "tamis/io/embed.h"

    EMBED(papers, "figures.csv")
