/** How far ahead occurrences of a recurring event are taken. */
export const daysAhead = 90
