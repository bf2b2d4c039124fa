#include "tamis/io/utf8.hpp"

#include <gtest/gtest.h>

namespace tamis {

using namespace detail;

namespace {

TEST(Utf8, CharactersOfEveryLengthComeBack) {
    const std::u32string characters = U"az\u00e9\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff";
    std::string text;
    for (const char32_t character : characters) append_utf8(text, character);
    EXPECT_TRUE(is_utf8(text));
    std::u32string read;
    ASSERT_TRUE(decode_utf8(text, read));
    EXPECT_EQ(read, characters);
}

TEST(Utf8, RefusesBytesThatAreNotCharacters) {
    for (const char* text : {"\x80", "a\xff", "\xc3", "\xc3(", "\xe2\x82", "\xc0\xaf", "\xe0\x80\xaf",
                             "\xf0\x80\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80"}) {
        std::u32string read;
        EXPECT_FALSE(is_utf8(text)) << text;
        EXPECT_FALSE(decode_utf8(text, read)) << text;
    }
}

TEST(Utf8, PairsOfUnitsAreOneCharacter) {
    EXPECT_EQ(utf8_of(u"a\u00e9\U0001f600"), "a\xc3\xa9\xf0\x9f\x98\x80");
}

}  // namespace
}  // namespace tamis
