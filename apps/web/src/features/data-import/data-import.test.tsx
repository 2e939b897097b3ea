import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ImportPreview, type JobAnswer, messages, type RowError } from '@wardtrack/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { fakeUploads } from '../../testing/fake-upload.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
beforeEach(() => queryClient.clear())
afterEach(() => vi.restoreAllMocks())

const preview: ImportPreview = {
  id: 'f-1',
  operation: 'importCsv',
  format: 'csv',
  encoding: 'utf-16le',
  delimiter: ';',
  bytes: 2_048,
  rows: 1_200,
  uploadedAt: '2026-11-02T10:00:00.000Z',
  uploadedBy: 'anna',
  columns: [
    { name: 'Inventory', target: 'Inventory' },
    { name: 'What', target: 'AssetName' },
  ],
  targets: [
    { name: 'AssetId', label: 'AssetId' },
    { name: 'AssetName', label: 'Asset Name' },
  ],
  assetTypes: ['Equipment'],
  preview: [{ line: 2, cells: ['E-1', 'Pump 7'] }],
}
const job: JobAnswer = {
  id: 'j-1',
  kind: 'imports.run',
  state: 'done',
  done: 1_200,
  total: 1_200,
  startedBy: 'anna',
  startedAt: '2026-11-02T10:00:00.000Z',
}
const figures = { jobId: 'j-1', rows: 1_200, endedAt: '2026-11-02T10:01:00.000Z' }

function importServer(address = '/device-import') {
  const uploads = fakeUploads()
  const state = { file: preview, job, errors: [] as RowError[] }
  const server = pumpHospital(['/device-import'])
  Object.assign(server.handlers, {
    '/api/imports': ({ body }: { body: unknown }) =>
      body instanceof FormData
        ? { err: 0, message: 'The file was read.', data: state.file }
        : { data: state.file.run ? [state.file] : [] },
    '/api/imports/f-1': () => ({ data: state.file }),
    '/api/imports/f-1/start': ({ body }: { body: unknown }) => {
      const { dryRun } = body as { dryRun: boolean }
      const found = { accepted: 1_198, refused: 2, errors: 2, warnings: 1, repeats: 1 }
      state.file = { ...state.file, run: { ...figures, dryRun, ...found } }
      return { err: 0, message: 'The import has started.', data: state.job }
    },
    '/api/imports/f-1/errors': () => ({
      data: [
        { line: 7, field: 'Inventory', message: 'This field is required' },
        { line: 9, field: 'Inventory', message: messages.importRepeat, isWarning: true, otherLine: 8 },
        { line: 11, field: 'What', message: messages.importShortened, value: '1,23457E+11' },
      ],
      count: 3,
    }),
    '/api/imports/f-1/discard': () => ({ err: 0, message: 'The file was deleted.' }),
    '/api/jobs/j-0': () => ({ data: { ...state.job, id: 'j-0' } }),
    '/api/jobs/j-1': () => ({ data: state.job }),
    '/api/imports/templates/importCsv/xml': () => new Response('<rows/>'),
  })
  signIn()
  openConsole(address)
  return { ...server, state, uploads }
}

const field = () => screen.findByLabelText<HTMLInputElement>('Choose a csv, xml or json file')
const chooseFile = async (name: string, content: string): Promise<void> => {
  fireEvent.change(await field(), { target: { files: [new File([content], name)] } })
}
const send = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Upload' })
async function choose(control: string, option: string): Promise<void> {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: control }))
  await userEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

describe('choosing a file', () => {
  it('waits for a readable file', async () => {
    importServer()
    expect((await send()).disabled).toBe(true)
    await chooseFile('assets.xlsx', 'PK')
    await screen.findByText('Choose a csv, xml or json file.')
    await chooseFile('assets.JSON', '[{')
    await screen.findByText('Invalid JSON format detected in file')
    expect((await send()).disabled).toBe(true)
    await chooseFile('assets.CSV', 'AssetId\n1')
    await waitFor(async () => expect((await send()).disabled).toBe(false))
    expect(screen.queryByText('Invalid JSON format detected in file')).toBeNull()
  })

  it("requires the type with the specification's message, sends both, and shows the file", async () => {
    const server = importServer()
    await chooseFile('assets.csv', 'Inventory;What\n')
    await waitFor(async () => expect((await send()).disabled).toBe(false))
    await userEvent.click(await send())
    await screen.findByText('Please select type of import from dropdown')
    expect(server.uploads).toHaveLength(0)
    await choose('Type of import', 'Assets')
    await userEvent.click(await send())
    await waitFor(() => expect(server.uploads).toHaveLength(1))
    server.uploads[0]?.progress(0.5)
    await screen.findByText('50 %')
    await server.uploads[0]?.arrive()
    expect(await screen.findAllByText('UTF-16 LE')).not.toHaveLength(0)
    expect(screen.getByText('Semicolon')).toBeTruthy()
    expect(screen.getByText('Pump 7')).toBeTruthy()
    const sent = server.to('/api/imports').find(({ body }) => body instanceof FormData)?.body as FormData
    expect([sent.get('operation'), sent.get('format')]).toEqual(['importCsv', 'csv'])
    expect(window.location.hash).toContain('type=importCsv&file=f-1')
  })

  it('shows why the server refused the file, with the line', async () => {
    const server = importServer('/device-import?type=importCsv')
    server.handlers['/api/imports'] = () =>
      refusal(400, 'import_refused', 'The quotes of this row do not match.', {
        errors: [{ path: 'file', message: 'x', line: 12 }],
      })
    await chooseFile('assets.csv', 'a')
    await waitFor(async () => expect((await send()).disabled).toBe(false))
    await userEvent.click(await send())
    await waitFor(() => expect(server.uploads).toHaveLength(1))
    await server.uploads[0]?.arrive()
    await screen.findByText('Line 12: The quotes of this row do not match.')
  })

  it('offers empty templates of the type', async () => {
    const server = importServer('/device-import?type=importCsv')
    await userEvent.click(await screen.findByRole('button', { name: 'Download an empty xml file' }))
    await waitFor(() => expect(server.to('/api/imports/templates/importCsv/xml')).toHaveLength(1))
  })
})

describe('an uploaded file', () => {
  it('is imported when every required column is assigned, and its errors are shown', async () => {
    const server = importServer('/device-import?file=f-1')
    const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Import 1,200 rows' })
    await screen.findByText('Still missing: AssetType, AssetId')
    expect(start.disabled).toBe(true)
    await choose('Field for column Inventory', 'AssetId')
    await choose('Type of all assets', 'Equipment')
    await waitFor(() => expect(start.disabled).toBe(false))
    await userEvent.click(start)
    await screen.findByText('Data Imported Successfully!')
    expect(server.to('/api/imports/f-1/start')[0]?.body).toEqual({
      columns: [
        { name: 'Inventory', target: 'AssetId' },
        { name: 'What', target: 'AssetName' },
      ],
      assetType: 'Equipment',
      dryRun: false,
    })
    const errors = within(await screen.findByRole('table', { name: 'Errors and warnings' }))
    expect(errors.getAllByText('Inventory')).toHaveLength(2)
    expect(errors.getByText('This field is required')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download the whole list' })).toBeTruthy()
    expect(errors.getByText(`${messages.importRepeat} (line 8)`)).toBeTruthy()
    expect(errors.getByText(`${messages.importShortened} (1,23457E+11)`)).toBeTruthy()
    expect(errors.getByText('Warning')).toBeTruthy()
    expect(screen.getByText('1,198')).toBeTruthy()
    expect(screen.getByText('1,198 rows are 1,197 assets: later rows replace earlier ones.')).toBeTruthy()
  })

  it('is read again in another encoding or with other column names, and its mapping begins anew', async () => {
    const server = importServer('/device-import?file=f-1')
    server.handlers['/api/imports/f-1/reread'] = ({ body }) => {
      const { headerRow, encoding = 'utf-8' } = body as { headerRow?: number; encoding?: 'utf-8' | 'gbk' }
      const columns = [{ name: `Tag ${headerRow}`, target: null }]
      const data = { ...preview, encoding, columns, ...(headerRow ? { headerRow } : {}) }
      return { err: 0, message: 'The file was read.', data }
    }
    const headerRow = 4
    await choose('Column names', `Row ${headerRow}`)
    expect(await screen.findAllByText('Tag 4')).not.toHaveLength(0)
    await screen.findByText('3 rows above the column names are ignored.')
    expect(server.to('/api/imports/f-1/reread')[0]?.body).toEqual({ encoding: 'utf-16le', headerRow: 4 })
    expect(screen.queryByText('Inventory')).toBeNull()
  })

  it('finds the field of a column by its displayed name, and shows which columns become new fields', async () => {
    const server = importServer('/device-import?file=f-1')
    server.state.file = {
      ...preview,
      columns: [
        { name: 'Inventory', target: 'AssetId' },
        { name: 'asset name', target: 'asset name' },
        { name: 'Name', target: 'Name' },
      ],
      assetType: 'Equipment',
    }
    const chosen = async (column: string): Promise<string | null | undefined> =>
      (await screen.findByRole('combobox', { name: column })).closest('.ant-select')?.textContent
    expect(await chosen('Field for column asset name')).toContain('Asset Name (AssetName)')
    expect(await chosen('Field for column Name')).toContain('New field: Name')
    const box = await screen.findByRole('combobox', { name: 'Field for column Name' })
    fireEvent.mouseDown(box)
    await userEvent.type(box, 'asset n')
    await userEvent.click(
      await screen.findByText('Asset Name (AssetName)', { selector: '.ant-select-item-option-content' }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Import 1,200 rows' }))
    await screen.findByText('Data Imported Successfully!')
    expect(server.to('/api/imports/f-1/start')[0]?.body).toMatchObject({
      columns: [{ target: 'AssetId' }, { target: 'asset name' }, { name: 'Name', target: 'AssetName' }],
    })
  })

  it('scrolls to its progress when it is started here, but not when it is reopened', async () => {
    const shown: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this)
    })
    const server = importServer('/device-import?file=f-1')
    server.state.file = {
      ...preview,
      columns: [{ name: 'Inventory', target: 'AssetId' }],
      assetType: 'Equipment',
      run: { jobId: 'j-0', dryRun: true, rows: 300, accepted: 300, refused: 0, errors: 0 },
    }
    await screen.findByRole('heading', { name: 'Trial' })
    expect(shown).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: 'Import 1,200 rows' }))
    await screen.findByText('Data Imported Successfully!')
    expect(shown.map((element) => element.textContent)).toEqual([expect.stringContaining('Rows refused')])
  })

  it('is tested first, and shows which rows would be refused', async () => {
    const server = importServer('/device-import?file=f-1')
    server.state.file = {
      ...preview,
      columns: [{ name: 'Inventory', target: 'AssetId' }],
      assetType: 'Equipment',
    }
    await userEvent.click(await screen.findByRole('button', { name: 'Check without importing' }))
    await screen.findByText('2 rows would be refused.')
    expect(server.to('/api/imports/f-1/start')[0]?.body).toMatchObject({ dryRun: true })
    expect(screen.queryByText('Data Imported Successfully!')).toBeNull()
  })

  it('shows the progress of its import, and cannot be started twice', async () => {
    const server = importServer()
    server.state.job = { ...job, state: 'running', done: 300 }
    server.state.file = {
      ...preview,
      assetType: 'Equipment',
      run: { jobId: 'j-1', dryRun: false, rows: 300, accepted: 300, refused: 0, errors: 0 },
    }
    await userEvent.click(await screen.findByRole('button', { name: /^Open the file of/ }))
    await screen.findByText('300 of 1,200')
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
    expect(
      (await screen.findByRole<HTMLButtonElement>('button', { name: 'Import 1,200 rows' })).disabled,
    ).toBe(true)
  })

  it('is in the list with its rows numbered, even if columns have no headings', async () => {
    const server = importServer()
    server.state.file = {
      ...preview,
      run: { ...figures, dryRun: true, accepted: 1_198, refused: 2, errors: 2 },
    }
    const list = await screen.findByRole('table', { name: 'Your recent files' })
    expect((await within(list).findByText('1,200')).dataset['title']).toBe('Rows')
  })

  it('is discarded after a confirmation', async () => {
    const server = importServer('/device-import?file=f-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard the file' }))
    const question = within(await screen.findByRole('dialog'))
    expect(server.to('/api/imports/f-1/discard')).toHaveLength(0)
    await userEvent.click(question.getByRole('button', { name: 'Discard the file' }))
    await waitFor(() => expect(server.to('/api/imports/f-1/discard')).toHaveLength(1))
    await waitFor(() => expect(window.location.hash).not.toContain('file='))
  })

  it('shows a message if it is unknown, or cannot be loaded', async () => {
    const server = importServer('/device-import?file=f-1')
    server.handlers['/api/imports/f-1'] = () => refusal(404, 'not_found', 'Not found.')
    await screen.findByText('This file no longer exists')
    expect(await screen.findByText('No files uploaded yet.')).toBeTruthy()
  })
})
