#include "tamis/report/html/figure_style.hpp"

namespace tamis::detail::html {

std::string_view figure_style() {
    return "text{font:12px 'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#16202b}"
           ".tick,.muted{fill:#4d5967}.paper{fill:#fff}"
           ".axis{stroke:#4d5967;fill:none}text.axis{stroke:none;fill:#4d5967}.grid{stroke:#e3e7ec;fill:none}"
           ".line{fill:none;stroke:#0a5c9e;stroke-width:2;stroke-linejoin:round}.line.muted{stroke:#4d5967;fill:none}"
           ".band{fill:#0a5c9e;fill-opacity:.14}.bar{fill:#0a5c9e}.bar.high{fill:#be4c06}.bar.low{fill:#2166ac}"
           ".bar.muted{fill:#c9d0d8}"
           ".mark{fill:#0a5c9e;stroke:#0a5c9e}.chosen{fill:#0a5c9e}.dropped{fill:#4d5967;fill-opacity:.55}"
           ".line.chosen{fill:none;stroke:#0a5c9e}.line.dropped{fill:none;stroke:#4d5967}"
           ".cut{stroke:#b3470a;stroke-width:1.5;stroke-dasharray:5 4;fill:none}text.cut{stroke:none;fill:#b3470a}"
           ".mark.series-0,.mark.series-8{fill:#0072b2;stroke:#0072b2}.line.series-0,.line.series-8{stroke:#0072b2}"
           ".band.series-0,.band.series-8{fill:#0072b2}"
           ".mark.series-1,.mark.series-9{fill:#d55e00;stroke:#d55e00}.line.series-1,.line.series-9{stroke:#d55e00}"
           ".band.series-1,.band.series-9{fill:#d55e00}"
           ".mark.series-2,.mark.series-10{fill:#00875f;stroke:#00875f}.line.series-2,.line.series-10{stroke:#00875f}"
           ".band.series-2,.band.series-10{fill:#00875f}"
           ".mark.series-3,.mark.series-11{fill:#b3568a;stroke:#b3568a}.line.series-3,.line.series-11{stroke:#b3568a}"
           ".band.series-3,.band.series-11{fill:#b3568a}"
           ".mark.series-4{fill:#a87400;stroke:#a87400}.line.series-4{stroke:#a87400}.band.series-4{fill:#a87400}"
           ".mark.series-5{fill:#2f8fc4;stroke:#2f8fc4}.line.series-5{stroke:#2f8fc4}.band.series-5{fill:#2f8fc4}"
           ".mark.series-6{fill:#4b5563;stroke:#4b5563}.line.series-6{stroke:#4b5563}.band.series-6{fill:#4b5563}"
           ".mark.series-7{fill:#7a7000;stroke:#7a7000}.line.series-7{stroke:#7a7000}.band.series-7{fill:#7a7000}"
           ".line.series-1,.line.series-4,.line.series-7,.line.series-10{stroke-dasharray:7 4}"
           ".line.series-2,.line.series-5,.line.series-8,.line.series-11{stroke-dasharray:2 4}"
           ".heat-0{fill:#2166ac}.heat-1{fill:#4d85bd}.heat-2{fill:#7aa3cd}.heat-3{fill:#a6c2de}.heat-4{fill:#d3e0ee}"
           ".heat-5{fill:#eef0f3}.heat-6{fill:#f2dbcd}.heat-7{fill:#e5b79b}.heat-8{fill:#d8946a}.heat-9{fill:#cb7038}"
           ".heat-10{fill:#be4c06}.mask-on{fill:#d55e00}.mask-next{fill:#2f8fc4}.mask-off{fill:#e3e7ec}";
}

}  // namespace tamis::detail::html
