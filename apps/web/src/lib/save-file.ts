/** Lets the browser save what is behind an address, under a name. */
export function saveLink(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** Lets the browser save a file that was put together here. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  saveLink(address, name)
  // The browser has begun to read it by then; what was begun is not broken off.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
