// The start page, which shows a card (a button with a picture) for each view.

import { element } from '../dom.js';

/** Shows the cards in the element `place`. A click on a card calls `go(view)`. */
export function showStart(place, views, go) {
  place.replaceChildren(
    element('h2', { className: 'ask', textContent: 'What would you like to solve?' }),
    element(
      'div',
      { className: 'cards' },
      ...views.map((view) => {
        const card = element(
          'button',
          { type: 'button', className: 'card', value: view.name },
          view.icon(),
          element('span', { className: 'card-title', textContent: view.title }),
          element('span', { className: 'card-words', textContent: view.words }),
        );
        card.onclick = () => go(view.name);
        return card;
      }),
    ),
  );
}
