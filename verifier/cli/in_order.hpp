#pragma once
// Independent pieces of work on several threads, their results taken in order.

#include <cstddef>
#include <functional>

namespace germ::cli {

// work(k) for k < count, on `threads` threads; deliver(k) on the calling thread, in order, each when work(0..k) are
// done. `idle(done)` is called on the calling thread about ten times a second while it waits. What work(k) throws is
// rethrown in the place of deliver(k), after the pieces already begun have ended.
void in_order(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& deliver, const std::function<void(std::size_t)>& idle);

}  // namespace germ::cli
