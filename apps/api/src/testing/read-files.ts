import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import readWorkbook from 'read-excel-file/node'
import request from 'supertest'
import type { ApiTest } from './api-test.ts'

/** Response whose body is a file. */
export type FileAnswer = { status: number; headers: Record<string, string>; bytes: Buffer }

/** Requests a file. */
export async function postForFile(
  { app, people }: ApiTest,
  path: string,
  body: unknown = {},
  headers = people.admin,
): Promise<FileAnswer> {
  const answer = await request(app)
    .post(path)
    .set(headers)
    .send(body as object)
    .buffer(true)
    .parse((response, callback) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => callback(null, Buffer.concat(pieces)))
    })
  return { status: answer.status, headers: answer.headers, bytes: answer.body as Buffer }
}

/** Reads the sheets of a workbook with an independent library: their names and cell values. */
export async function readSheets(bytes: Buffer): Promise<{ sheet: string; data: unknown[][] }[]> {
  return (await readWorkbook(bytes)) as { sheet: string; data: unknown[][] }[]
}

/** Reads the texts of each page of a PDF with an independent library, in drawing order. */
export async function readPdfPages(bytes: Buffer): Promise<string[][]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: string[][] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])))
  }
  await task.destroy()
  return pages
}
