// Prints what the benchmarks measured as one table: medians, and how each compares.
#pragma once

#include <benchmark/benchmark.h>

#include <array>
#include <map>
#include <string>
#include <vector>

namespace drape::bench {

/// Collects the runs and prints the table at the end. One line of progress a benchmark goes to stderr.
class Table : public benchmark::BenchmarkReporter
{
public:
    bool ReportContext(const Context& context) override;
    void ReportRuns(const std::vector<Run>& runs) override;
    void Finalize() override;

    /// Benchmarks that ended with an error other than a missing display.
    bool has_failed() const { return has_failed_; }

private:
    struct Row
    {
        std::string group, variant;       ///< "lattice/32x32 body", "sequential"
        std::vector<double> cpu_ms;       ///< Of all threads together.
        std::vector<double> times_ms;     ///< One a repetition.
        std::vector<double> ns_per_visit; ///< The same, where there are constraints.
        std::array<double, 3> bytes{}; ///< Per particle, per constraint, held for each needed; 0 for none.
        double constraints = 0.0;
        std::string error;
    };
    Row& row_of(const std::string& name);
    const Row* find(const std::string& group, const std::string& variant) const;
    void print(const Row& row, int width) const;

    std::vector<Row> rows_;
    std::map<std::string, std::size_t> index_;
    bool has_failed_ = false;
};

} // namespace drape::bench
