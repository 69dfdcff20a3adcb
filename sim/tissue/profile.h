// A tissue profile: what a body is made of, as rows of data read from a TOML file.
#pragma once

#include "sim/lang/diagnostics.h"
#include "sim/lang/field_info.h"
#include "sim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drape::sim::tissue {

/// 1.0 in the q10, q12 and q20 scales of the seed.
inline constexpr double kQ10 = 1024.0;
inline constexpr double kQ12 = 4096.0;
inline constexpr double kQ20 = 1048576.0;

/// Most layers a profile may have.
inline constexpr std::size_t kMaxLayers = 16;

/// One anatomical layer, from the wall outwards. Compliances are those of the material: of a cube of 10 mm.
struct LayerRow
{
    std::string name;
    double outer_q12 = kQ12;            ///< Depth of its outer bound: 0 at the wall, 4096 at the skin.
    double compliance_q20 = 60.0;       ///< 1048576 = 1 s^2/g; 0 is rigid.
    double volume_compliance_q20 = 1.0; ///< The same for changes of volume.
    double density_q12 = 4096.0;        ///< 4096 = 1 g/cm^3
    double damping_q12 = 4096.0;        ///< 4096 = 1/s
    std::optional<std::uint32_t> color; ///< 0xRRGGBB; absent: one of Drape's.
    bool operator==(const LayerRow&) const = default;
};

/// The skin as a membrane on the outermost triangles.
struct SkinRow
{
    double thickness_cmm = 150.0;
    double compliance_q20 = 26.0;
    bool operator==(const SkinRow&) const = default;
};

/// Suspensory ligaments (Cooper's): cords from the wall to the skin that only pull.
struct LigamentRow
{
    double compliance_q20 = 1.0; ///< Of the cords' material.
    double slack_q12 = 4300.0;   ///< Length at which a cord goes taut, by its length at rest; 4096 = 1.
    double area_q12 = 40.0;      ///< Share of the wall's area that is cord; 4096 = all of it.
    bool operator==(const LigamentRow&) const = default;
};

/// How the base slides on the wall, on a layer of loose tissue; without this row it is attached to it.
struct GlideRow
{
    double compliance_q20 = 1000.0; ///< Of that layer, as if it were 10 mm thick.
    double reach_cmm = 1500.0;      ///< Farthest that a point of the base slides.
    bool operator==(const GlideRow&) const = default;
};

/// What a measured number must lie between, ends included.
struct Band
{
    double low = 0.0;
    double high = 0.0;
    bool operator==(const Band&) const = default;
};

/// What the drape gate expects of this profile on its cage, q10; absent: only measured.
struct Bands
{
    std::optional<Band> standing_aspect, standing_centroid;
    std::optional<Band> supine_aspect, supine_centroid;
    std::optional<Band> aspect_change; ///< Standing less supine.
    bool operator==(const Bands&) const = default;
};

struct Profile
{
    std::string name;
    std::string source;           ///< Where the numbers come from.
    double damping_q12 = 0.0;     ///< 4096 = 1/s; of the whole body, added to each layer's.
    std::vector<LayerRow> layers; ///< 1..kMaxLayers, outer bounds rising, the last one 4096.
    std::optional<SkinRow> skin;
    std::optional<LigamentRow> ligament;
    std::optional<GlideRow> glide;
    Bands bands;
    bool operator==(const Profile&) const = default;
};

/// Young's modulus of a row, Pa: 104857.6 / compliance_q20; infinite for 0. The same reading gives the
/// bulk modulus of a volume compliance.
double modulus_pa(double compliance_q20);
/// The other way round; 0 for infinity.
double compliance_q20(double modulus_pa);

// visit_fields(row, visit) calls visit(FieldInfo, value&) for each field in the order in which it is
// written; reader, writer, edits and panels go through it (see sim/lang/fields.h).

template<class Visit>
void visit_fields(LayerRow& row, Visit&& visit)
{
    using namespace field;
    visit(required(number("name", "", "The layer's name")), row.name);
    visit(required(at_most(
              kQ12, above(0, number("outer_q12", "", "Outer bound: 0 at the wall, 4096 at the skin")))),
          row.outer_q12);
    visit(slider(0.2, 2000,
                 required(at_most(1e6, at_least(0, number("compliance_q20", "s^2/g",
                                                          "Softness to stretch and shear; 0 is rigid"))))),
          row.compliance_q20);
    visit(slider(0.01, 100,
                 at_most(1e6, at_least(0, number("volume_compliance_q20", "s^2/g",
                                                 "Softness to changes of volume; 0 allows none")))),
          row.volume_compliance_q20);
    visit(
        slider(3500, 5000, at_most(81920, at_least(41, number("density_q12", "g/cm^3", "4096 is water")))),
        row.density_q12);
    visit(
        slider(0, 65536,
               at_most(4096e3, at_least(0, number("damping_q12", "1/s", "How fast its motion dies away")))),
        row.damping_q12);
    visit(number("color", "", "0xRRGGBB"), row.color);
}
template<class Visit>
void visit_fields(SkinRow& row, Visit&& visit)
{
    using namespace field;
    visit(slider(50, 400,
                 at_most(2000, at_least(0, number("thickness_cmm", "cmm", "Thickness of the skin")))),
          row.thickness_cmm);
    visit(slider(0.2, 2000,
                 at_most(1e6, above(0, number("compliance_q20", "s^2/g", "Softness of the skin")))),
          row.compliance_q20);
}
template<class Visit>
void visit_fields(LigamentRow& row, Visit&& visit)
{
    using namespace field;
    visit(slider(0.01, 100,
                 at_most(1e6, at_least(0, number("compliance_q20", "s^2/g",
                                                 "Softness of the cords; 0 is rigid")))),
          row.compliance_q20);
    visit(slider(4096, 6144,
                 at_most(81920,
                         at_least(2048,
                                  number("slack_q12", "",
                                         "Length at which a cord goes taut; 4096 is its length at rest")))),
          row.slack_q12);
    visit(
        slider(0, 410,
               at_most(kQ12, at_least(0, number("area_q12", "", "Share of the wall's area that is cord")))),
        row.area_q12);
}
template<class Visit>
void visit_fields(GlideRow& row, Visit&& visit)
{
    using namespace field;
    visit(slider(1, 10000,
                 at_most(1e6, above(0, number("compliance_q20", "s^2/g",
                                              "Softness of the layer it slides on")))),
          row.compliance_q20);
    visit(slider(0, 5000,
                 at_most(1e5, at_least(0, number("reach_cmm", "cmm", "Farthest that the base slides")))),
          row.reach_cmm);
}
/// The fields of the body as a whole; rows and bands apart.
template<class Visit>
void visit_body_fields(Profile& profile, Visit&& visit)
{
    using namespace field;
    visit(required(number("name", "", "Shown to people")), profile.name);
    visit(number("source", "", "Where the numbers come from"), profile.source);
    visit(
        slider(0, 65536,
               at_most(4096e3, at_least(0, number("damping_q12", "1/s", "How fast all motion dies away")))),
        profile.damping_q12);
}
template<class Visit>
void visit_fields(Bands& bands, Visit&& visit)
{
    using namespace field;
    visit(number("standing_aspect_q10", "", "Height by width of the mound"), bands.standing_aspect);
    visit(number("standing_centroid_q10", "", "Place of the centre of mass below the top of the base"),
          bands.standing_centroid);
    visit(number("supine_aspect_q10", "", "Height by width of the mound"), bands.supine_aspect);
    visit(number("supine_centroid_q10", "", "Place of the centre of mass below the top of the base"),
          bands.supine_centroid);
    visit(number("aspect_change_q10", "", "Standing aspect less supine aspect"), bands.aspect_change);
}

/// What a reading gives. With an error among the diagnostics the profile must not be used.
struct ParsedProfile
{
    Profile profile;
    std::vector<Diagnostic> diagnostics;
    bool ok() const { return !has_errors(diagnostics); }
};

/// Reads a profile. Any bytes are allowed as input. Unknown keys, wrong types, values out of range, missing
/// rows and layers out of order are errors with line and column and the nearest name.
ParsedProfile parse_profile(std::string_view text);

/// The text of `profile`. Where `original` is a profile's text, comments, order and layout of it are kept
/// and only the values that differ are replaced; else the text is written anew.
/// parse_profile(write_profile(p, t)).profile == p for every t.
std::string write_profile(const Profile& profile, std::string_view original);

/// One number of a profile by row and field: row "layer:NAME", "skin", "ligament", "glide" or "body".
struct RowField
{
    std::string row;
    std::string field;
    bool operator==(const RowField&) const = default;
};
/// Sets a number; one outside its range becomes the nearest end. Errors: no such row or field, a number
/// that is not finite, a field that is no number or (outer_q12) that would reorder the layers.
Status set_row_field(Profile& profile, const RowField& where, double value);
/// The number, or an error where there is none.
Result<double> row_field(const Profile& profile, const RowField& where);

} // namespace drape::sim::tissue
