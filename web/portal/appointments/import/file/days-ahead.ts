/** How far ahead occurrences of an event that recurs are taken. */
export const daysAhead = 90
