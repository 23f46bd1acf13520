// Ways to show a part.

export const HIDDEN = 0;
export const SOLID = 1;
export const GHOST = 2;
