/* The data sets that ship and the figures of papers, as they are in data/ (the assembler gets that folder with -I). */
#if defined(__APPLE__)
#define SYMBOL(name) _##name
    .const_data
#else
#define SYMBOL(name) name
    .section .rodata
#endif

#define EMBED(name, file)                 \
    .globl SYMBOL(tamis_##name##_begin);  \
    .globl SYMBOL(tamis_##name##_end);    \
    SYMBOL(tamis_##name##_begin):         \
    .incbin file;                         \
    SYMBOL(tamis_##name##_end):           \
    .byte 0

    EMBED(digits, "digits.csv")
    EMBED(ionosphere, "ionosphere.csv")
    EMBED(sonar, "sonar.csv")
    EMBED(papers, "papers.csv")

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
