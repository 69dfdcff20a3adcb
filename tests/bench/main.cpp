// drape_bench: the usual options of Google Benchmark; the table on stdout, progress on stderr.
#include "tests/bench/bench.h"
#include "tests/bench/table.h"

int main(int argc, char** argv)
{
    using namespace drape::bench;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    add_lattice();
    add_bullet();
    add_tissue();
    add_text();
    add_snapshot();
    add_frame();
    Table table;
    if (benchmark::RunSpecifiedBenchmarks(&table) == 0)
        return 1;
    return table.has_failed() ? 1 : 0;
}
