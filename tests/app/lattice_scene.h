// A scene with one of everything that lattices have.
#pragma once

namespace drape::test {

inline constexpr const char* kLatticeScene = R"(
world {
  title = "All of it"
  soft cloth { nx = 4; ny = 4; spacing = 0.2; origin = (0, 2, 0) }
  entity hook { position = (0, 3, 0); dynamic = false }
  probe finger { a = (0, 1, 0); b = (0.2, 1, 0); radius = 0.1 }
  probe thumb { a = (1, 1, 0); b = (1, 1, 0); radius = 0.2 }
}
systems {
  gravity { acceleration = (0, -9.81, 0); dt = 0.01 }
  damping { factor = 0.99 }
  force { ax = 1; ay = 0; az = 0; dt = 0.01 }
  integrate { dt = 0.01 }
  soft { body = cloth; stiffness = 0.5; iterations = 3; sweep = body }
  joint { on = cloth#12; other = hook; type = spring; length = 0.5 }
  contact { probe = finger; body = cloth; friction = 0.3 }
  wall { x = 2; z = 2; y_min = 0 }
  ground_contact { restitution = 0.1 }
  update_velocity { dt = 0.01 }
}
)";

} // namespace drape::test
