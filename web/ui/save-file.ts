/** Hands a text to the browser as a file to save or open. */
export function saveFile(content: string, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Once the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
