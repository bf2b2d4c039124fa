/* The data sets that ship, as they are in data/ (the assembler gets that folder with -I). */
#include "embed.h"

    EMBED(digits, "digits.csv")
    EMBED(ionosphere, "ionosphere.csv")
    EMBED(sonar, "sonar.csv")
