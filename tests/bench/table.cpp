#include "tests/bench/table.h"

#include "tests/bench/bench.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace drape::bench {

namespace {

double median(std::vector<double> values)
{
    if (values.empty())
        return 0.0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

/// Half the spread of the repetitions, as a share of the median.
double spread(const std::vector<double>& values)
{
    const double middle = median(values);
    if (values.empty() || middle == 0.0)
        return 0.0;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return (*most - *least) / 2.0 / middle;
}

constexpr std::array<const char*, 3> kByteCounters = {kBytesPerParticle, kBytesPerConstraint, kHeldShare};

/// "13.7", or "-" for nothing.
std::string number(double value)
{
    if (value <= 0.0)
        return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

/// "1.85", or "-" where there is nothing to compare with.
std::string ratio(double other, double own)
{
    if (other <= 0.0 || own <= 0.0)
        return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", other / own);
    return text;
}

} // namespace

bool Table::ReportContext(const Context&)
{
    return true;
}

Table::Row& Table::row_of(const std::string& name)
{
    const auto [found, is_new] = index_.emplace(name, rows_.size());
    if (is_new) {
        Row row;
        const std::size_t slash = name.rfind('/');
        row.group = name.substr(0, slash);
        row.variant = slash == std::string::npos ? "" : name.substr(slash + 1);
        rows_.push_back(row);
        std::fprintf(stderr, "%s\n", name.c_str());
    }
    return rows_[found->second];
}

void Table::ReportRuns(const std::vector<Run>& runs)
{
    for (const Run& run : runs) {
        if (run.run_type != Run::RT_Iteration)
            continue;
        Row& row = row_of(run.run_name.function_name);
        if (run.error_occurred) {
            row.error = run.error_message;
            // No driver to draw with is a property of the machine.
            has_failed_ = has_failed_ || !row.group.starts_with("frame/");
            continue;
        }
        row.times_ms.push_back(run.GetAdjustedRealTime());
        row.cpu_ms.push_back(run.GetAdjustedCPUTime());
        if (const auto visit = run.counters.find(kNsPerVisit); visit != run.counters.end())
            row.ns_per_visit.push_back(visit->second.value);
        if (const auto count = run.counters.find(kConstraints); count != run.counters.end())
            row.constraints = count->second.value;
        for (std::size_t n = 0; n < kByteCounters.size(); ++n)
            if (const auto bytes = run.counters.find(kByteCounters[n]); bytes != run.counters.end())
                row.bytes[n] = bytes->second.value;
    }
}

const Table::Row* Table::find(const std::string& group, const std::string& variant) const
{
    const auto found = index_.find(group + "/" + variant);
    return found == index_.end() ? nullptr : &rows_[found->second];
}

void Table::print(const Row& row, int width) const
{
    const std::string name = row.group + "/" + row.variant;
    if (!row.error.empty()) {
        std::printf("%-*s  left out: %s\n", width, name.c_str(), row.error.c_str());
        return;
    }
    const double own = median(row.times_ms);
    const auto against = [&](const std::string& group, const char* variant) {
        const Row* const other = find(group, variant);
        return ratio(other != nullptr && other != &row ? median(other->times_ms) : 0.0, own);
    };
    const std::string constraints =
        row.constraints > 0.0 ? std::to_string(static_cast<long long>(row.constraints)) : "-";
    char visit[32] = "-";
    if (!row.ns_per_visit.empty())
        std::snprintf(visit, sizeof visit, "%.2f", median(row.ns_per_visit));
    std::printf("%-*s %12.4f %5.1f%% %12.4f %11s %9s %9s %9s %7s %9s %6s\n", width, name.c_str(), own,
                100.0 * spread(row.times_ms), median(row.cpu_ms), constraints.c_str(), visit,
                against(row.group, kSequential).c_str(),
                against(row.group.substr(0, row.group.find(' ')), kPeer).c_str(),
                number(row.bytes[0]).c_str(), number(row.bytes[1]).c_str(), number(row.bytes[2]).c_str());
}

void Table::Finalize()
{
    // Variants of a case stand together, in the order in which the cases came.
    std::vector<std::string> groups;
    int width = 0;
    for (const Row& row : rows_) {
        if (std::find(groups.begin(), groups.end(), row.group) == groups.end())
            groups.push_back(row.group);
        width = std::max(width, static_cast<int>(row.group.size() + row.variant.size() + 1));
    }
    std::printf("%-*s %12s %6s %12s %11s %9s %9s %9s %7s %9s %6s\n", width, "benchmark", "median ms", "+-",
                "cpu ms", "constraints", "ns/visit", "x seq.", "x bullet", "B/part.", "B/constr.", "held");
    for (const std::string& group : groups)
        for (const Row& row : rows_)
            if (row.group == group)
                print(row, width);
    std::printf(
        "x seq. and x bullet: how many times faster than the sequential variant and than Bullet's "
        "link solver.\nB/part. and B/constr.: bytes of the state of a particle and of a constraint's "
        "topology and material; held: bytes on the heap for each of these.\n");
}

} // namespace drape::bench
