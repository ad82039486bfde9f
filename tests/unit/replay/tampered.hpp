#pragma once
// For tests: two equal tensors and the certificate of that, to be tampered with.

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "replay/replay.hpp"
#include "unit/sums/world.hpp"

namespace germ::replay::test {

using certificate::Certificate;
using sums::test::Tensor;
using sums::test::World;

class Tampered {
 public:
  Tampered(World& world, Tensor left, Tensor right) : world_(world), left_(left), right_(right) {
    REQUIRE(world.equal(left, right));
    written = *world.last.certificate;
    REQUIRE(world.replayed(left, right, written).accepted);
  }

  // The step at which the replay rejects the certificate after `change`; "" where it accepts.
  std::string step(const std::function<void(Certificate&)>& change) const {
    Certificate changed = written;
    change(changed);
    Verdict verdict = world_.replayed(left_, right_, changed);
    CHECK(verdict.accepted == verdict.step.empty());
    return verdict.step;
  }

  certificate::Sum& form(Certificate& changed, Tensor of) const {
    for (auto& form : changed.forms)
      if (form.tensor == of.id) return form.value;
    FAIL("the certificate has no form of the tensor");
    return changed.forms[0].value;
  }

  Certificate written;

 private:
  World& world_;
  Tensor left_;
  Tensor right_;
};

}  // namespace germ::replay::test
