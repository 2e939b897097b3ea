/** Lets the browser save the file at an address under a name. */
export function saveLink(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** Lets the browser save a file that was created here. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  saveLink(address, name)
  // By then the browser has begun to read the file, and releasing the URL does not stop it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
