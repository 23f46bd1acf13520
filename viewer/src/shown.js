// The ways in which a part can be shown: not at all, as a solid, or as a transparent ghost.

export const HIDDEN = 0;
export const SOLID = 1;
export const GHOST = 2;
