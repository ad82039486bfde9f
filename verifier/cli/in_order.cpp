#include "cli/in_order.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace germ::cli {

namespace {

class Pool {
 public:
  Pool(std::size_t count, const std::function<void(std::size_t)>& work)
      : work_(work), finished_(count, false), errors_(count) {}
  ~Pool() {
    {
      std::lock_guard lock(mutex_);
      next_ = finished_.size();  // nothing new is begun
    }
    for (std::thread& thread : threads_) thread.join();
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void start(std::size_t threads) {
    try {
      while (threads_.size() < threads) threads_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
      if (threads_.empty()) serve();  // no thread to be had: work here
    }
  }

  void wait_for(std::size_t k, const std::function<void(std::size_t)>& idle) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return finished_[k]; })) {
      const std::size_t done = done_;
      lock.unlock();
      idle(done);
      lock.lock();
    }
    if (errors_[k]) std::rethrow_exception(errors_[k]);
  }

 private:
  void serve() {
    std::unique_lock lock(mutex_);
    while (next_ < finished_.size()) {
      const std::size_t k = next_++;
      lock.unlock();
      std::exception_ptr error;
      try {
        work_(k);
      } catch (...) {  // carried to the calling thread
        error = std::current_exception();
      }
      lock.lock();
      finished_[k] = true;
      errors_[k] = error;
      ++done_;
      changed_.notify_all();
    }
  }

  const std::function<void(std::size_t)>& work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::vector<bool> finished_;
  std::vector<std::exception_ptr> errors_;
  std::vector<std::thread> threads_;
};

}  // namespace

void in_order(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& deliver, const std::function<void(std::size_t)>& idle) {
  Pool pool(count, work);
  pool.start(std::min<std::size_t>(threads, count));
  for (std::size_t k = 0; k < count; ++k) {
    pool.wait_for(k, idle);
    deliver(k);
  }
}

}  // namespace germ::cli
