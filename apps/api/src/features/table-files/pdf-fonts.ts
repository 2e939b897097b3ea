import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * The fonts of PDF files: a narrow face with the letters of every language of Europe, Greek, Cyrillic, Hebrew and Arabic,
 * of which a file holds those that it uses.
 */
export const PDF_FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
} as const
/** One of them. */
export type PdfFont = keyof typeof PDF_FONTS
