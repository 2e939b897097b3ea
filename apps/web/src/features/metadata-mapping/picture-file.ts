import { formatBytes } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'

/** Maximum size of a picture on the server, in bytes. */
const MAX_BYTES = 2 * 1024 * 1024

/** Reads a chosen file as base64. @throws Error with a sentence to show */
export async function readPicture(file: File): Promise<string> {
  if (file.size > MAX_BYTES)
    throw new Error(translate('metadata-mapping:picture.tooLarge', { size: formatBytes(file.size) }))
  if (!/^image\/(png|jpeg|webp)$/.test(file.type))
    throw new Error(translate('metadata-mapping:picture.wrongFormat'))
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () =>
      reject(new Error(translate('metadata-mapping:picture.unreadable'))),
    )
    reader.readAsDataURL(file)
  })
}
