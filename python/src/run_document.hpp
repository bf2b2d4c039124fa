// A finished run that an estimator keeps for its report. The text of its document is made when it is asked
// for, or when the estimator is pickled.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "tamis/pipeline/choice/auto_select.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::python {

class RunDocument {
  public:
    explicit RunDocument(SelectRun run) : run_(std::move(run)) {}
    explicit RunDocument(AutoRun run) : run_(std::move(run)) {}
    explicit RunDocument(std::string text) : run_(std::move(text)) {}

    std::string text() const;

  private:
    std::variant<SelectRun, AutoRun, std::string> run_;
};

}  // namespace tamis::python
