// The panel of the quiz. The panel goes from question to question, and counts the right answers.

import {$, element, plural} from './dom.js';
import {isRight, nextQuestion, question} from './quiz.js';

const KINDS = ['item', 'option', 'links'];

export class QuizPanel {
  /** Makes the panel of the quiz. `go(position)` shows a position of the search, and `course()`
      returns the search that is shown. */
  constructor(course, go) {
    this.course = course;
    this.go = go;
    this.right = 0;
    this.asked = 0;
    this.asking = null;
    for (const kind of KINDS) {
      $(`ask-${kind}`).addEventListener('change', () => { if (this.isOpen) this.ask(); });
    }
    $('quiz-form').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.isAnswered) this.ask();
      else this.#judge();
    });
  }

  get isOpen() { return !$('quiz').hidden; }

  open(on) {
    $('quiz').hidden = !on;
    $('quiz-toggle').setAttribute('aria-pressed', on);
    document.body.classList.toggle('asking', on);
    if (on) {
      this.right = this.asked = 0;
      this.#score();
      this.ask();
    }
  }

  /** Goes to the next question, or says that no question is left. */
  ask() {
    const kinds = new Set(KINDS.filter((kind) => $(`ask-${kind}`).checked));
    const course = this.course();
    const at = nextQuestion(course, kinds);
    $('verdict').textContent = '';
    $('verdict').className = '';
    this.#answered(false);
    if (at < 0) {
      this.asking = null;
      $('prompt').textContent = kinds.size ? 'No more questions: the search is over.' : 'Tick what is to be asked.';
      $('answers').replaceChildren();
      $('answer').hidden = true;
      return;
    }
    this.go(at);
    this.asking = question(course);
    const {prompt, answers, several} = this.asking;
    $('prompt').textContent = prompt;
    $('answers').replaceChildren(...answers.map(({text}, k) => element('label', {className: 'answer'},
      element('input', {type: several ? 'checkbox' : 'radio', name: 'answer', value: k}), element('span', {textContent: text}))));
    $('answer').hidden = false;
    $('answer').textContent = 'Answer';
  }

  #judge() {
    const given = [...$('answers').querySelectorAll('input:checked')].map((input) => Number(input.value));
    if (!given.length) {
      $('verdict').textContent = 'Tick an answer first.';
      return;
    }
    const {answers, because} = this.asking;
    const right = isRight(this.asking, given);
    ++this.asked;
    if (right) ++this.right;
    this.#answered(true);
    const wanted = answers.filter((answer) => answer.right).map(({text}) => text).join(' and ');
    $('verdict').textContent = `${right ? 'Right.' : `No: ${wanted}.`} ${because}`;
    $('verdict').className = right ? 'right' : 'wrong';
    [...$('answers').children].forEach((label, k) => {
      label.classList.toggle('is-right', answers[k].right);
      label.querySelector('input').disabled = true;
    });
    $('answer').textContent = 'Next question';
    this.#score();
    this.go(this.course().at + 1);
    $('answer').focus();
  }

  /** Records whether the user has answered the question. Until then, the style sheet hides the
      parts of the page that would reveal the answer. */
  #answered(is) {
    this.isAnswered = is;
    document.body.classList.toggle('answered', is);
  }

  #score() {
    $('score').textContent = `${this.right} of ${plural(this.asked, 'answer')} right`;
  }
}
