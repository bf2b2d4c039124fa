/* EMBED(name, file): the bytes of a file between the symbols tamis_NAME_begin and tamis_NAME_end. For .S files. */
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif

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
