// Scenes to text and back.
#include "sim/lang/writer.h"
#include "sim/text.h"
#include "tests/sim/random.h"
#include "tests/sim/random_scene.h"
#include "tests/support/files.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace drape::test {
namespace {

double positive(Random& random)
{
    double value = 0.0;
    while (value == 0.0)
        value = std::abs(random.any_finite());
    return value;
}

double at_least_zero(Random& random)
{
    return std::abs(random.any_finite());
}

glm::dvec3 any_vector(Random& random)
{
    const double x = random.any_finite(), y = random.any_finite();
    return {x, y, random.any_finite()};
}

sim::LookDesc any_look(Random& random)
{
    sim::LookDesc look;
    if (random.chance(0.5))
        look.shape = static_cast<sim::Shape>(random.below(4));
    if (random.chance(0.5))
        look.size = positive(random);
    if (look.shape && random.chance(0.3))
        look.box_size = glm::dvec3{positive(random), positive(random), positive(random)};
    if (random.chance(0.5))
        look.color = random.below(0x1000000);
    if (random.chance(0.5))
        look.opacity = random.unit();
    if (random.chance(0.5))
        look.glow = at_least_zero(random);
    look.label = random.chance(0.5);
    return look;
}

void add_blocks(Random& random, sim::SceneDesc& scene)
{
    for (int i = random.integer(0, 3); i > 0; --i)
        scene.entities.push_back({"entity_" + std::to_string(i),
                                  {},
                                  any_vector(random),
                                  any_vector(random),
                                  positive(random),
                                  random.chance(0.5),
                                  any_look(random)});
    for (int i = random.integer(0, 3); i > 0; --i) {
        sim::SoftDesc soft;
        soft.name = "Soft" + std::to_string(i);
        soft.nx = random.integer(1, 100);
        soft.ny = random.integer(1, 100);
        soft.nz = random.chance(0.5) ? 1 : random.integer(1, 20);
        // The far corner of the grid has to be finite, too.
        soft.spacing = positive(random) * 1e-6 + 1e-300;
        soft.origin = any_vector(random) * 0.5;
        soft.mass = positive(random);
        soft.look = any_look(random);
        scene.softs.push_back(soft);
    }
    for (int i = random.integer(0, 3); i > 0; --i) {
        sim::ProbeDesc probe{"probe" + std::to_string(i),
                             {},
                             any_vector(random),
                             any_vector(random),
                             std::min(positive(random), 1e6),
                             positive(random),
                             {}};
        if (random.chance(0.5))
            probe.color = random.below(0x1000000);
        scene.probes.push_back(probe);
    }
}

std::vector<std::string> sides_of(const sim::SceneDesc& scene)
{
    std::vector<std::string> sides;
    for (const sim::EntityDesc& entity : scene.entities)
        sides.push_back(entity.name);
    for (const sim::SoftDesc& soft : scene.softs)
        sides.push_back(soft.name + "#" + std::to_string(soft.nx * soft.ny * soft.nz - 1));
    return sides;
}

void add_joint(Random& random, sim::SceneDesc& scene)
{
    const std::vector<std::string> sides = sides_of(scene);
    if (sides.size() < 2)
        return;
    const std::uint32_t first = random.below(sides.size());
    sim::JointSystem joint;
    joint.on.text = sides[first];
    joint.other.text = sides[(first + 1 + random.below(sides.size() - 1)) % sides.size()];
    joint.type = static_cast<sim::JointType>(random.below(10));
    joint.length = at_least_zero(random);
    joint.stiffness = at_least_zero(random);
    if (random.chance(0.5))
        joint.damping = at_least_zero(random);
    joint.axis = any_vector(random);
    joint.anchor = any_vector(random);
    const double limit = random.any_finite(), other = random.any_finite();
    if (random.chance(0.5))
        joint.limit = glm::dvec2(std::min(limit, other), std::max(limit, other));
    joint.iterations = random.integer(1, 64);
    scene.systems.push_back(joint);
}

void add_system(Random& random, sim::SceneDesc& scene)
{
    switch (random.below(10)) {
    case 0: {
        sim::GravitySystem gravity{{}, any_vector(random), random.chance(0.5), positive(random)};
        if (gravity.vertical_form)
            gravity.acceleration.x = gravity.acceleration.z = 0.0;
        scene.systems.push_back(gravity);
        break;
    }
    case 1:
        scene.systems.push_back(sim::IntegrateSystem{{}, positive(random)});
        break;
    case 2:
        scene.systems.push_back(sim::DampingSystem{{}, random.any_finite()});
        break;
    case 3:
        scene.systems.push_back(sim::ForceSystem{
            {}, random.any_finite(), random.any_finite(), random.any_finite(), positive(random)});
        break;
    case 4: {
        sim::WallSystem wall{{}, at_least_zero(random), at_least_zero(random), {}, at_least_zero(random)};
        if (random.chance(0.5))
            wall.y_min = random.any_finite();
        scene.systems.push_back(wall);
        break;
    }
    case 5:
        scene.systems.push_back(sim::GroundContactSystem{{}, at_least_zero(random)});
        break;
    case 6:
        if (!scene.softs.empty())
            scene.systems.push_back(sim::SoftSystem{{},
                                                    {scene.softs[0].name, {}},
                                                    at_least_zero(random),
                                                    at_least_zero(random),
                                                    random.integer(1, 64),
                                                    static_cast<sim::SweepOrder>(random.below(2))});
        break;
    case 7:
        add_joint(random, scene);
        break;
    case 8:
        scene.systems.push_back(sim::UpdateVelocitySystem{{}, positive(random)});
        break;
    default:
        if (!scene.softs.empty() && !scene.probes.empty())
            scene.systems.push_back(sim::ContactSystem{
                {}, {scene.probes[0].name, {}}, {scene.softs[0].name, {}}, at_least_zero(random)});
    }
}

sim::SceneDesc any_scene(std::uint64_t seed)
{
    Random random(seed);
    sim::SceneDesc scene;
    if (random.chance(0.5))
        scene.title = random.chance(0.5)
                          ? ""
                          : "Tuch # // ; {\t} caf\xC3\xA9 \xF0\x9F\xA7\xB5 " + std::to_string(seed);
    if (random.chance(0.5))
        scene.gravity = any_vector(random);
    add_blocks(random, scene);
    for (int i = random.integer(0, 8); i > 0; --i)
        add_system(random, scene);
    return scene;
}

void expect_round_trip(const sim::SceneDesc& scene, const std::string& what)
{
    const std::string text = sim::write_scene(scene);
    const sim::ParsedScene parsed = sim::parse_scene(text);
    ASSERT_TRUE(parsed.ok()) << what << "\n"
                             << sim::format_diagnostics(parsed.diagnostics, "written", text);
    EXPECT_EQ(parsed.scene, scene) << what << "\n" << text;
    // == takes -0 for 0; the text does not.
    EXPECT_EQ(sim::write_scene(parsed.scene), text) << what;
}

TEST(SceneText, ReadsBackToTheSameDescriptionForAnyScene)
{
    for (std::uint64_t seed = 1; seed <= 4000 && !testing::Test::HasFailure(); ++seed)
        expect_round_trip(any_scene(seed), "seed " + std::to_string(seed));
}

TEST(SceneText, ReadsBackToTheSameDescriptionForScenesThatRun)
{
    for (std::uint64_t seed = 1; seed <= 300 && !testing::Test::HasFailure(); ++seed)
        expect_round_trip(random_scene(seed), "seed " + std::to_string(seed));
}

TEST(SceneText, ReadsBackToTheSameDescriptionForEveryGoodFile)
{
    int files = 0;
    for (const char* const folder : {"tests/inputs/lattice", "tests/inputs/pwe", "assets/scenes"}) {
        if (!std::filesystem::is_directory(source_path(folder)))
            continue;
        for (const auto& entry : std::filesystem::directory_iterator(source_path(folder))) {
            const sim::ParsedScene parsed = sim::parse_scene(read_text(entry.path()));
            if (entry.path().extension() != ".pwe" || !parsed.ok())
                continue;
            ++files;
            expect_round_trip(parsed.scene, entry.path());
        }
    }
    EXPECT_GE(files, 11);
}

TEST(SceneText, IsWrittenInCanonicalFormWithoutDefaults)
{
    const sim::ParsedScene parsed = sim::parse_scene(
        "systems { gravity { dt = 1/64 gravity_y = 0 } soft { iterations = 4 body = c sweep = body } }\n"
        "world { probe p { b = (0,0,0) a = (0,0,0) } soft c { mass = 1 nx = 3 sphere = 0.5 } title = \"t\" "
        "entity e { } }");
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(sim::write_scene(parsed.scene), "world {\n"
                                              "  title = \"t\"\n"
                                              "  entity e { }\n"
                                              "  soft c { nx = 3; shape = sphere; size = 0.5 }\n"
                                              "  probe p { a = (0.0, 0.0, 0.0); b = (0.0, 0.0, 0.0) }\n"
                                              "}\n"
                                              "systems {\n"
                                              "  gravity { gravity_y = 0.0; dt = 0.015625 }\n"
                                              "  soft { body = c; sweep = body }\n"
                                              "}\n");
}

TEST(VisibleText, ShowsControlCharactersAndKeepsTheRest)
{
    EXPECT_EQ(visible("a\tb\nb\xC3\xA9"), "a\tb\nb\xC3\xA9");
    EXPECT_EQ(visible(std::string_view("cur\0tain\x1b[31m\r\x7f", 15)), "cur\\x00tain\\x1b[31m\\x0d\\x7f");
}

TEST(Numbers, AreWrittenAsTheShortestTextThatReadsBackTheSame)
{
    EXPECT_EQ(format_number(0.1), "0.1");
    EXPECT_EQ(format_number(-0.0), "-0.0");
    EXPECT_EQ(format_number(3.0), "3.0");
    EXPECT_EQ(format_number(1e300), "1e300");
    EXPECT_EQ(format_number(5e-324), "5e-324");
    Random random(2);
    for (int i = 0; i < 20000; ++i) {
        const double value = random.any_finite();
        const double back = std::strtod(format_number(value).c_str(), nullptr);
        ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value))
            << format_number(value);
    }
}

/// The number that `text` gives as a velocity, and NaN when it is refused.
double read_number(const std::string& text)
{
    const sim::ParsedScene parsed =
        sim::parse_scene("world { entity e { velocity = (" + text + ", 0, 0) } }");
    return parsed.ok() ? parsed.scene.entities[0].velocity.x : std::numeric_limits<double>::quiet_NaN();
}

TEST(Numbers, AreReadToTheNearestDoubleAndOnlyRefusedAboveTheLargest)
{
    EXPECT_EQ(read_number("1e-400"), 0.0);
    EXPECT_EQ(read_number("-1e-400"), 0.0);
    EXPECT_EQ(read_number("5e-324"), 5e-324);
    EXPECT_EQ(read_number("0.0e999999999999999999999"), 0.0);
    EXPECT_EQ(read_number("1.7976931348623157e308"), std::numeric_limits<double>::max());
    EXPECT_EQ(read_number(std::string(400, '1') + "e-399"), 1.1111111111111112);
    EXPECT_EQ(read_number("0." + std::string(400, '0') + "1e401"), 1.0);
    EXPECT_EQ(read_number("0." + std::string(400, '0') + "1"), 0.0);
    EXPECT_EQ(read_number("1/3"), 1.0 / 3.0);
    EXPECT_EQ(read_number("-1 / -4"), 0.25);
    EXPECT_EQ(read_number(".5"), 0.5);
    EXPECT_EQ(read_number("5."), 5.0);
    EXPECT_EQ(read_number("1E+2"), 100.0);
    for (const std::string& too_large :
         {std::string("1e400"), std::string("-1e400"), std::string("0.001e400"), std::string("001e400"),
          std::string(".5e400"), std::string(400, '9'), std::string(800, '9') + "e-9",
          std::string("1e999999999999999999999"), std::string("1/0"), std::string("0/0"),
          std::string("1e300/1e-300")})
        EXPECT_TRUE(std::isnan(read_number(too_large)))
            << too_large.substr(0, 30) << " was read as a number";
}

} // namespace
} // namespace drape::test
