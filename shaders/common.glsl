// Put before every shader: the frame's numbers, spaces, colour and light.
//
// Spaces, as suffixes: _ts target space (the world's axes, origin at the camera's target), _vs view
// space (x right, y up, looking along -z), _px picture (pixels, y up from the bottom unless said).
// Colours are linear unless the name ends in _srgb. All lengths are m.

layout(std140) uniform Frame
{
    mat4 view;        // ts to vs
    mat4 projection;  // vs to clip
    vec4 viewport_px; // width, height, 1/width, 1/height
    vec4 up_vs;       // the world's y axis; w = height of the ground above the target
    vec4 scene_ts;    // centre of what is shown; w = its radius
    vec4 options;     // x 1 if orthographic, y colour mode, z particle scale, w pixel scale
    vec4 depths;      // x near, y far; z camera distance; w number of samples
    vec4 samples_01;  // sample positions from the pixel's centre, px
    vec4 samples_23;
};

uniform samplerBuffer positions; // per entity: ts, and a value 0..1 or kSkipped
uniform samplerBuffer colors;    // per entity: sRGB and opacity
uniform sampler2D color_map;     // row 0 viridis, row 1 diverging
uniform sampler2D shadow;        // density seen from above, a height layer a channel
uniform usamplerBuffer items;    // one per quad of the passes that draw many, four words each

const float kSkipped = -1e29; // values below mark what is not drawn
const int kModeBody = 0;
const int kModeSpeed = 1;
const int kModeStrain = 2;
const int kModeLayer = 3;
const int kModeCompression = 4;
const float kOutside = 2.0; // a clip position of (2, 2, 2, 1) draws nothing

// ---- colour

vec3 to_linear(vec3 srgb)
{
    return mix(srgb / 12.92, pow((srgb + 0.055) / 1.055, vec3(2.4)), step(0.04045, srgb));
}

vec3 to_srgb(vec3 linear)
{
    vec3 c = clamp(linear, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

// Whether things show their own colours, and not those of values.
bool is_own_color()
{
    return int(options.y) == kModeBody || int(options.y) == kModeLayer;
}

// The colour map's sRGB at `t` in 0..1.
vec3 map_color_srgb(float t)
{
    float row = int(options.y) == kModeSpeed ? 0.25 : 0.75;
    return texture(color_map, vec2((clamp(t, 0.0, 1.0) * 255.0 + 0.5) / 256.0, row)).rgb;
}

// What an entity shows in the current mode: sRGB and opacity.
vec4 entity_color_srgb(int entity, float value)
{
    vec4 own = texelFetch(colors, entity);
    return is_own_color() ? own : vec4(map_color_srgb(value), own.a);
}

// ---- rays and depth

struct Ray
{
    vec3 origin_vs;
    vec3 direction_vs; // length 1
};

// The ray through a point of the picture.
Ray ray_through(vec2 at_px)
{
    vec2 ndc = at_px * viewport_px.zw * 2.0 - 1.0;
    vec2 across = ndc / vec2(projection[0][0], projection[1][1]);
    if (options.x > 0.5)
        return Ray(vec3(across, 0.0), vec3(0.0, 0.0, -1.0));
    return Ray(vec3(0.0), normalize(vec3(across, -1.0)));
}

// From a point to the eye, length 1.
vec3 to_eye(vec3 point_vs)
{
    return options.x > 0.5 ? vec3(0.0, 0.0, 1.0) : -normalize(point_vs);
}

// Window depth, 0..1, of a point `z_vs` along the view axis.
float window_depth(float z_vs)
{
    float z = projection[2][2] * z_vs + projection[3][2];
    float w = projection[2][3] * z_vs + projection[3][3];
    return clamp(0.5 * z / w + 0.5, 0.0, 1.0);
}

// Pixels that 1 m across the view covers at a depth.
float px_per_m(float z_vs)
{
    float w = options.x > 0.5 ? 1.0 : max(-z_vs, 1e-20);
    return 0.5 * viewport_px.y * projection[1][1] / w;
}

vec2 sample_offset(int i)
{
    vec4 pair = i < 2 ? samples_01 : samples_23;
    return (i & 1) == 0 ? pair.xy : pair.zw;
}

// ---- bounds of balls in the picture

// Range in ndc of a circle of radius r around (across, depth), seen from the origin; perspective.
// The tangents are the direction to its centre turned by +-asin(r / distance).
vec2 tangent_range(float across, float depth, float r, float scale)
{
    float square = across * across + depth * depth;
    float tangent = square - r * r;
    if (tangent <= 0.0)
        return vec2(-1.0, 1.0); // the eye is inside
    float c = sqrt(tangent / square);
    float s = r * inversesqrt(square);
    float low_depth = depth * c + across * s;
    float high_depth = depth * c - across * s;
    float low = low_depth > 0.0 ? scale * (across * c - depth * s) / low_depth : -1.0;
    float high = high_depth > 0.0 ? scale * (across * c + depth * s) / high_depth : 1.0;
    return vec2(low, high);
}

// The smallest rectangle in ndc that holds a ball: xy its low corner, zw its high one.
vec4 ball_rectangle(vec3 center_vs, float r)
{
    vec2 scale = vec2(projection[0][0], projection[1][1]);
    if (options.x > 0.5)
        return vec4((center_vs.xy - r) * scale, (center_vs.xy + r) * scale);
    vec2 x = tangent_range(center_vs.x, -center_vs.z, r, scale.x);
    vec2 y = tangent_range(center_vs.y, -center_vs.z, r, scale.y);
    return vec4(x.x, y.x, x.y, y.y);
}

// A corner (0..3 of a strip) of a rectangle grown by a pixel and cut to the picture.
vec4 rectangle_corner(vec4 rectangle, int corner)
{
    vec2 margin = 2.0 * viewport_px.zw;
    vec2 low = clamp(rectangle.xy - margin, -1.0, 1.0);
    vec2 high = clamp(rectangle.zw + margin, -1.0, 1.0);
    return vec4((corner & 1) == 0 ? low.x : high.x, (corner & 2) == 0 ? low.y : high.y, 0.0, 1.0);
}

// Behind the near plane or beyond the far one as a whole.
bool is_out_of_depth(float z_vs, float r)
{
    return -z_vs + r < depths.x || -z_vs - r > depths.y;
}

// ---- distance

// How much of a colour is left at a depth: what is far steps back towards the background.
float depth_cue(float z_vs, float strength)
{
    float middle = -(view * vec4(scene_ts.xyz, 1.0)).z;
    float from_front = (-z_vs - middle + scene_ts.w) / max(2.0 * scene_ts.w, 1e-9);
    return 1.0 - strength * smoothstep(0.25, 1.0, from_front);
}

// Where colours step back to, linear.
const vec3 kFar = vec3(0.020, 0.023, 0.029);

// ---- light: a studio that goes with the camera, its sky with the world

const vec3 kKey_vs = vec3(-0.47, 0.66, 0.585);
const vec3 kFill_vs = vec3(0.81, 0.05, 0.58);
const vec3 kRim_vs = vec3(0.36, 0.55, -0.75);

// Keeps bright colours from clipping: straight up to 0.7, then bending towards 1.
vec3 soft_clip(vec3 c)
{
    vec3 over = max(c - 0.7, 0.0);
    return min(c, 0.7) + 0.3 * (1.0 - exp(-over / 0.3));
}

// Light from a surface. `gloss` 0 is matt; `openness` is how much of the sky it sees.
vec3 shade(vec3 albedo, vec3 normal_vs, vec3 eye_vs, float gloss, float openness)
{
    float up = 0.5 + 0.5 * dot(normal_vs, up_vs.xyz);
    vec3 sky = mix(vec3(0.13, 0.125, 0.13), vec3(0.40, 0.43, 0.48), up) * openness;
    // Wrapped a little, so that the terminator is soft as under a large lamp.
    float key = max((dot(normal_vs, kKey_vs) + 0.22) / 1.22, 0.0);
    float fill = max((dot(normal_vs, kFill_vs) + 0.4) / 1.4, 0.0);
    vec3 diffuse = sky + key * key * vec3(0.80, 0.77, 0.72) * mix(0.6, 1.0, openness) +
                   fill * vec3(0.10, 0.12, 0.15);
    float facing = clamp(dot(normal_vs, eye_vs), 0.0, 1.0);
    float fresnel = pow(1.0 - facing, 4.0);
    float rim = fresnel * max(dot(normal_vs, kRim_vs) + 0.35, 0.0);
    float glint = pow(max(dot(normal_vs, normalize(kKey_vs + eye_vs)), 0.0), mix(12.0, 60.0, gloss));
    vec3 specular = vec3(1.0, 0.98, 0.95) * glint * mix(0.05, 0.35, gloss) +
                    vec3(0.75, 0.85, 1.0) * rim * mix(0.10, 0.30, gloss) * openness;
    return albedo * diffuse + specular;
}

// How much sky a point sees over the ground: darker close above it.
float openness_above_ground(float height, float size)
{
    return 0.62 + 0.38 * smoothstep(-size, 5.0 * size, height);
}
