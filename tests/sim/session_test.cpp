// Sessions: recorded, written, read, replayed, and tampered with.
#include "sim/lang/writer.h"
#include "sim/session.h"
#include "sim/state_hash.h"
#include "tests/sim/random_scene.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <set>

namespace drape::test {
namespace {

using sim::Backend;
using sim::Session;

/// A session of `steps` steps with an edit now and then; every kind of edit comes up. One in three has
/// tissues.
Session record(std::uint64_t seed, int steps)
{
    const TissueScene made =
        seed % 3 == 0 ? random_tissue_scene(seed) : TissueScene{random_scene(seed), {}};
    const std::string text = sim::write_scene(made.scene);
    sim::World world = world_of(text, made.files);
    sim::Stepper stepper(Backend::Native);
    sim::SessionRecorder recorder("seed.pwe", text, made.files);
    Random random(seed);
    const auto apply = [&](const sim::Edit& edit) {
        if (sim::apply_edit(edit, world).ok())
            recorder.record_edit(edit, world);
    };
    for (int i = 0; i < steps; ++i) {
        if (random.chance(0.4))
            apply(random_edit(random, world));
        if (!world.tissues.empty() && random.chance(0.5))
            apply(random_tissue_edit(random, world));
        if (random.chance(0.1))
            apply(sim::SetParameter{random.below(world.scene.systems.size()), "stiffness",
                                    glm::dvec3(random.unit())});
        if (random.chance(0.1))
            apply(sim::SetProbeParameter{0, "radius", random.between(0.1, 0.2)});
        if (random.chance(0.05))
            apply(sim::Reset{});
        EXPECT_FALSE(stepper.step(world).non_finite.has_value()) << "seed " << seed;
        recorder.record_step(world, sim::hash_state(world.state));
    }
    apply(sim::Release{});
    return recorder.session();
}

TEST(Session, ReplaysToTheRecordedHashesInBothBackends)
{
    std::set<std::size_t> kinds;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const Session session = record(seed, 30);
        for (const sim::TimedEdit& edit : session.edits)
            kinds.insert(edit.edit.index());
        for (const Backend backend : {Backend::Native, Backend::Interpreter}) {
            const auto result = sim::replay(session, backend);
            ASSERT_TRUE(result.ok()) << result.error().message;
            EXPECT_TRUE(result.value().matches()) << "seed " << seed << ": " << result.value().message;
            EXPECT_EQ(result.value().ticks, 30U);
            EXPECT_EQ(result.value().final_hash, session.hashes.back());
            EXPECT_EQ(result.value().message, "30 steps replayed, every hash as recorded (" +
                                                  sim::format_hash(session.hashes.back()) + ")");
        }
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<sim::Edit>);
}

TEST(Session, ReadsBackWhatWasWritten)
{
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Session session = record(seed, 12);
        Random random(seed);
        // Numbers of every size have to come back to the bit.
        for (int i = 0; i < 20; ++i)
            session.edits.push_back(
                {12, sim::MoveProbe{random.below(9),
                                    {random.any_finite(), random.any_finite(), random.any_finite()},
                                    {random.any_finite(), -0.0, 1e300}}});
        session.edits.push_back(
            {12, sim::SetParameter{0xFFFFFFFFU, "a \"field\" \xC3\xA9\n\t\\", {1.0, 2.0, 3.0}}});
        const std::string text = sim::write_session(session);
        const auto read = sim::read_session(text, "f");
        ASSERT_TRUE(read.ok()) << read.error().message;
        EXPECT_EQ(read.value(), session) << "seed " << seed;
        EXPECT_EQ(sim::write_session(read.value()), text); // tells -0 from 0, too
    }
}

const char* const kTwoBalls =
    "world { entity left { position = (-1, 5, 0) } entity right { position = (1, 5, 0); velocity = (0, 1, "
    "0) } }\n"
    "systems { gravity { gravity_y = -9.81; dt = 0.01 } integrate { dt = 0.01 } }";

Session record_two_balls()
{
    sim::World world = world_of(kTwoBalls);
    sim::Stepper stepper(Backend::Native);
    sim::SessionRecorder recorder("balls.pwe", kTwoBalls);
    for (int i = 0; i < 20; ++i) {
        if (i == 10) {
            const sim::Edit grab = sim::Grab{1, {2.0, 6.0, 0.0}};
            EXPECT_TRUE(sim::apply_edit(grab, world).ok());
            recorder.record_edit(grab, world);
        }
        stepper.step(world);
        recorder.record_step(world, sim::hash_state(world.state));
    }
    return recorder.session();
}

TEST(Session, AnAlteredEditIsFoundWithTheFirstDifferingStepAndEntity)
{
    Session session = record_two_balls();
    std::get<sim::Grab>(session.edits.at(0).edit).target.x = 2.5;
    const auto result = sim::replay(session, Backend::Native);
    ASSERT_TRUE(result.ok());
    EXPECT_FALSE(result.value().matches());
    EXPECT_EQ(result.value().first_difference, 11U);
    EXPECT_EQ(result.value().entity, "right");
    EXPECT_EQ(result.value().message, "the first difference is at step 11, entity right");
}

TEST(Session, AnEditThatCameLaterIsFoundWhereItsStepBegins)
{
    Session session = record_two_balls();
    session.edits.at(0).tick = 14;
    const auto result = sim::replay(session, Backend::Native);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().first_difference, 11U);
}

TEST(Session, AnAlteredSceneIsFoundAtTheFirstStep)
{
    Session session = record_two_balls();
    session.scene_text.replace(session.scene_text.find("-9.81"), 5, "-9.80");
    const auto result = sim::replay(session, Backend::Native);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().first_difference, 1U);
    EXPECT_EQ(result.value().entity, "left");
}

TEST(Session, AnAlteredHashIsFoundThoughNoEntityDiffers)
{
    Session session = record_two_balls();
    session.hashes.at(6) ^= 1U;
    const auto result = sim::replay(session, Backend::Native);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().first_difference, 7U);
    EXPECT_FALSE(result.value().entity.has_value());
    EXPECT_EQ(result.value().message, "the first difference is at step 7");
}

TEST(Session, OfMovesBetweenTwoStepsKeepsTheLast)
{
    const std::string text =
        "world { probe p { a = (0,0,0) b = (0,0,0) } probe q { a = (0,0,0) b = (0,0,0) } }";
    sim::World world = world_of(text);
    sim::SessionRecorder recorder("f", text);
    const auto move = [&](std::uint32_t probe, double x) {
        recorder.record_edit(sim::MoveProbe{probe, glm::dvec3(x), glm::dvec3(x)}, world);
    };
    move(0, 1.0);
    move(0, 2.0);
    move(1, 3.0);
    move(0, 4.0);
    sim::Stepper(Backend::Native).step(world);
    recorder.record_step(world, 0);
    move(0, 5.0);
    ASSERT_EQ(recorder.session().edits.size(), 4U);
    EXPECT_EQ(std::get<sim::MoveProbe>(recorder.session().edits[0].edit).a.x, 2.0);
    EXPECT_EQ(recorder.session().edits[3].tick, 1U);
}

TEST(Session, ThatCannotBeReplayedSaysWhy)
{
    Session session = record_two_balls();
    session.scene_text = "world { entity e { mass = 0 } }";
    EXPECT_EQ(sim::replay(session, Backend::Native).error().message,
              "balls.pwe:1:27: error 200: mass must be > 0 kg, got 0\n   1 | world { entity e { mass = 0 } "
              "}\n     |                           ^\n");
    session = record_two_balls();
    session.edits[0].edit = sim::Grab{7, {}};
    EXPECT_EQ(sim::replay(session, Backend::Native).error().message,
              "edit 1 does not fit the scene: entity 7 cannot be grabbed");
    session = record_two_balls();
    session.scene_text = "world { entity e { velocity = (1e308, 0, 0) } }\nsystems { damping { factor = 10 "
                         "} integrate { dt = 1 } }";
    session.edits.clear();
    const auto lost = sim::replay(session, Backend::Native);
    ASSERT_FALSE(lost.ok());
    EXPECT_EQ(lost.error().kind, ErrorKind::NonFinite);
    EXPECT_EQ(lost.error().message, "step 1, system 1 damping: e is no longer finite");
}

// Malformed files.

std::string message_of(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const auto read = sim::read_session(text, "s.json");
    EXPECT_FALSE(read.ok()) << to;
    if (read.ok())
        return "";
    EXPECT_EQ(read.error().kind, ErrorKind::Unreadable);
    return read.error().message;
}

TEST(SessionFile, ThatIsMalformedNamesThePlaceAndWhatWasExpected)
{
    const std::string good = sim::write_session(record_two_balls());
    EXPECT_EQ(message_of(good, "drape-session", "blender"),
              "s.json: this is no Drape session (\"format\" must be \"drape-session\")");
    EXPECT_EQ(message_of(good, "\"version\": 1", "\"version\": 2"),
              "s.json: version 2 of the format; this program reads version 1");
    EXPECT_EQ(message_of(good, "\"version\": 1", "\"version\": -1"),
              "s.json: session: \"version\" must be a whole number >= 0");
    EXPECT_EQ(message_of(good, "\"scene_name\"", "\"scene_nam\""),
              "s.json: session: \"scene_name\" is missing");
    EXPECT_EQ(message_of(good, "\"balls.pwe\"", "7"), "s.json: session: \"scene_name\" must be a text");
    EXPECT_EQ(message_of(good, "\"grab\"", "\"grip\""), "s.json: edit 1: there is no edit \"grip\"");
    EXPECT_EQ(message_of(good, "\"tick\": 10", "\"tick\": 21"),
              "s.json: edit 1: tick 21 must be from 0 to 20");
    EXPECT_EQ(message_of(good, "\"tick\": 10", "\"tick\": 1.5"),
              "s.json: edit 1: \"tick\" must be a whole number >= 0");
    EXPECT_EQ(message_of(good, "\"entity\": 1", "\"entity\": 4294967296"),
              "s.json: edit 1: \"entity\" is too large");
    EXPECT_EQ(message_of(good, "\"target\"", "\"targe\""), "s.json: edit 1: \"target\" is missing");
    EXPECT_EQ(message_of(good, "2.0,", "\"2.0\","), "s.json: edit 1: \"target\" must be three numbers");
    EXPECT_EQ(message_of(good, "{", "["), "s.json:2:10: JSON expected; it cannot be read on from here");
    EXPECT_EQ(message_of(good, good, "[]"),
              "s.json: this is no Drape session (\"format\" must be \"drape-session\")");
    EXPECT_EQ(message_of(good, good, ""), "s.json:1:1: JSON expected; it cannot be read on from here");
    const std::string hash = sim::format_hash(record_two_balls().hashes[0]);
    EXPECT_EQ(message_of(good, hash, "0x12"),
              "s.json: hashes: 16 hexadecimal digits expected, got \"0x12\"");
    EXPECT_EQ(message_of(good, hash, hash + "0"),
              "s.json: hashes: 16 hexadecimal digits expected, got \"" + hash + "0\"");
    EXPECT_EQ(message_of(good, "\"" + hash + "\"", "5"), "s.json: \"hashes\" must hold texts");
    EXPECT_EQ(message_of(good, "\"entities\": \"", "\"entities\": \"0"),
              "s.json: digest row 1: is cut short or out of order");
}

TEST(SessionFile, NumbersPastTheRangeAreRefusedAndNotReadAsInfinity)
{
    const std::string good = sim::write_session(record_two_balls());
    EXPECT_FALSE(message_of(good, "2.0,", "1e999,").empty());
    EXPECT_FALSE(message_of(good, "2.0,", "NaN,").empty());
}

TEST(SessionFile, WithChangedBytesIsReadOrRefusedButNeverThrows)
{
    const std::string good = sim::write_session(record(3, 8));
    int refused = 0, read = 0, replayed = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        std::string text = good;
        for (std::uint32_t i = 1 + random.below(3); i > 0; --i) {
            const std::size_t at = random.below(text.size());
            switch (random.below(4)) {
            case 0:
                text[at] = static_cast<char>(random.below(256));
                break;
            case 1:
                text.erase(at, 1 + random.below(20));
                break;
            case 2:
                text.insert(at, std::string(1, "0123456789-.eE\"[]{},:"[random.below(21)]));
                break;
            default:
                text.resize(at + 1);
            }
        }
        const auto session = sim::read_session(text, "f");
        if (!session) {
            ++refused;
            ASSERT_TRUE(session.error().message.starts_with("f:")) << "seed " << seed;
            continue;
        }
        ++read;
        // A file that can be read is a session: it can be written, and replayed or refused.
        ASSERT_EQ(sim::read_session(sim::write_session(session.value()), "f").value(), session.value())
            << "seed " << seed;
        if (random.chance(0.2))
            replayed += sim::replay(session.value(), Backend::Native).ok() ? 1 : 0;
    }
    EXPECT_GT(refused, 500);
    EXPECT_GT(read, 50);
    EXPECT_GT(replayed, 5);
}

} // namespace
} // namespace drape::test
