#include "app/force_curve.h"

#include "app/files.h"
#include "sim/text.h"

#include <filesystem>

namespace drape::app {

void add_sample(ForceCurve& curve, const sim::ProbeSnapshot& probe, const sim::Snapshot& snapshot)
{
    const bool is_touching = probe.contacts > 0;
    if (is_touching && !curve.is_touching)
        curve.samples.clear();
    const bool is_new = !curve.is_touching || snapshot.step != curve.last_step;
    curve.is_touching = is_touching;
    curve.last_step = snapshot.step;
    if (!is_touching || !is_new)
        return;
    curve.samples.push_back({1e3 * probe.depth, probe.force, snapshot.time});
    if (curve.samples.size() > ForceCurve::kMost)
        curve.samples.pop_front();
}

std::string write_csv(const ForceCurve& curve)
{
    std::string text = "depth_mm,force_N,time_s\n";
    for (const CurveSample& sample : curve.samples)
        text += format_number(sample.depth_mm) + "," + format_number(sample.force_N) + "," +
                format_number(sample.time_s) + "\n";
    return text;
}

Result<std::string> save_curve(const ForceCurve& curve, const std::string& path)
{
    if (curve.samples.empty())
        return Error{ErrorKind::Failed, "there is no force-depth curve to save: touch the tissue first"};
    const std::filesystem::path given(path);
    const std::string target = given.has_filename() && !given.has_extension() ? path + ".csv" : path;
    if (const Status status = write_file_atomically(target, write_csv(curve)); !status)
        return status.error();
    return target;
}

} // namespace drape::app
