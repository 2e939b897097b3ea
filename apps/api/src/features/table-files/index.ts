export type { Fact, TableFile, TableRow, TableTexts } from './table-file.ts'
export { writePdf } from './write-pdf.ts'
export { writeXlsx } from './write-xlsx.ts'
export { timeOf, zoneClock } from './zone-clock.ts'
