/** What phones and mail programs make a link of. */
export const webAddress = /\p{L}:[/\\]{2}|\bwww\.\S|[\p{L}\p{N}-]\.\p{L}{2,}[/:?#]/iu
