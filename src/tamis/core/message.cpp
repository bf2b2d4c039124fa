#include "tamis/core/message.hpp"

namespace tamis {

using namespace detail;

namespace {

std::string neutral(const OptionMention& option) {
    return option.value.empty() ? option.name : option.name + "=" + option.value;
}

}  // namespace

Message::Message(std::string text) {
    if (!text.empty()) parts_.emplace_back(std::move(text));
}

Message::Message(const char* text) : Message(std::string(text)) {}

Message::Message(OptionMention option) { parts_.emplace_back(std::move(option)); }

std::string Message::text(const Spelling& spell) const {
    std::string text;
    for (const auto& part : parts_)
        if (const auto* option = std::get_if<OptionMention>(&part))
            text += spell(*option);
        else
            text += std::get<std::string>(part);
    return text;
}

std::string Message::text() const { return text(neutral); }

Message& Message::operator+=(const Message& more) {
    parts_.insert(parts_.end(), more.parts_.begin(), more.parts_.end());
    return *this;
}

}  // namespace tamis
