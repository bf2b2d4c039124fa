// HSIC of single features under the linear kernel, from class sums: no kernel matrix is ever formed.
#pragma once

#include <vector>

#include "tamis/methods/hsic/label_kernel.hpp"
#include "tamis/passes/moments/group_moments.hpp"

namespace tamis::detail {

// One number per feature; the groups of `moments` are the classes of `kernel`. Constant features get 0.
std::vector<double> linear_hsic(const GroupMoments& moments, const LabelKernel& kernel,
                                HsicEstimator estimator);

}  // namespace tamis::detail
