// A puzzle of one's own: fill a square of 3 x 3 letters so that six different words can be read,
// three across and three down.
//
// Primary items: the six places for a word. Secondary items: the nine cells, whose colour is their
// letter, so that words cross only where they have the same; and the words, each used once at most.
// An option: a word in a place. A square and the one that reads down what it reads across count as
// two.
//
//   own_puzzle [WORD...]     words of three letters to take instead of those below

#include <dlx/dlx.hpp>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Model {
  std::vector<std::pair<int, std::string>> options;  // option i: a place from 0 to 5, and a word
  dlx::Problem problem;
};

Model build(const std::vector<std::string>& words) {
  dlx::ProblemBuilder builder;
  std::vector<dlx::ItemId> places, cells, uses;
  for (const char* place : {"across1", "across2", "across3", "down1", "down2", "down3"}) {
    places.push_back(builder.primary(place));
  }
  for (const char* cell : {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}) {
    cells.push_back(builder.secondary(cell));
  }
  for (const std::string& word : words) {
    if (word.size() != 3) throw std::invalid_argument(word + ": not three letters");
    uses.push_back(builder.secondary(word));
  }

  std::vector<std::pair<int, std::string>> options;
  for (std::size_t place = 0; place < 6; ++place) {
    for (std::size_t w = 0; w < words.size(); ++w) {
      std::vector<dlx::Entry> entries = {places[place], uses[w]};
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t cell = place < 3 ? 3 * place + i : 3 * i + (place - 3);
        entries.emplace_back(cells[cell], builder.colour(words[w].substr(i, 1)));
      }
      builder.option(entries);
      options.emplace_back(place, words[w]);
    }
  }
  return {std::move(options), std::move(builder).build()};
}

/// The words across, a line each.
std::string draw(const Model& model, std::span<const dlx::OptionId> solution) {
  std::string lines[3];
  for (const dlx::OptionId option : solution) {
    const auto& [place, word] = model.options[index(option)];
    if (place < 3) lines[place] = word + '\n';
  }
  return lines[0] + lines[1] + lines[2];
}

}  // namespace

int main(int argc, char** argv) try {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    words = {"ace", "act", "age", "ant", "ape", "arc", "art", "ash", "ate", "bar", "bat",
             "bed", "bee", "bet", "cab", "cat", "cot", "ear", "eat", "end", "era", "eye",
             "hat", "hen", "ice", "ink", "lab", "lap", "let", "nap", "net", "oak", "one",
             "pan", "pea", "pen", "pot", "rat", "rye", "sea", "tan", "tar", "tea", "ten"};
  }
  const Model model = build(words);
  dlx::for_each_solution(model.problem, [&](std::span<const dlx::OptionId> solution) {
    std::cout << draw(model, solution) << '\n';
  });
  std::cout << dlx::count(model.problem).value.to_string() << " squares\n";
} catch (const std::invalid_argument& e) {  // a word twice, or too long
  std::cerr << e.what() << '\n';
  return 2;
}
