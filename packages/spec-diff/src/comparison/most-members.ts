/** How many members are looked at one by one, wherever the unions name them of which a union consists. */
export const MOST_MEMBERS = 100;
