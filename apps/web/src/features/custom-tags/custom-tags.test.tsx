import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { openAt, peopleServer } from '../people/testing/people-server.tsx'

warmUp()

const LIST = '/api/customTag/list'
const CREATE = '/api/customTag/create'
const REMOVE = '/api/customTag/remove'
const tag = (name: string) => ({ _id: name, name, createdAt: '2026-11-02T08:00:00.000Z' })

function open(names: string[]) {
  const server = peopleServer([], {
    [LIST]: () => ({ data: names.map(tag) }),
    [CREATE]: ({ body }) => {
      const { newCustomTag } = body as { newCustomTag: string }
      if (names.includes(newCustomTag)) {
        const message = 'A custom tag with this name already exists.'
        return refusal(500, 'already_exists', message, { error: { msg: message } })
      }
      names.push(newCustomTag)
      return { err: 0, message: 'Custom Tag Added Successfully!', data: tag(newCustomTag) }
    },
    [REMOVE]: ({ body }) => {
      names.splice(names.indexOf((body as { customTagName: string }).customTagName), 1)
      return { err: 0, message: 'Custom tag removed.' }
    },
  })
  openAt('/custom-tags')
  return server
}

describe('the page of custom tags', () => {
  it('adds a tag by name, and reports invalid names', async () => {
    const server = open([])
    expect(await screen.findByText('No custom tags yet')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Add tag' }))
    expect(await screen.findByText('Please fill custom tag name')).toBeTruthy()
    expect(server.to(CREATE)).toHaveLength(0)
    const name = screen.getByRole('textbox', { name: 'Name of a new tag' })
    await userEvent.type(name, ' Loan pool {Enter}')
    expect(await screen.findByText('Custom Tag Added Successfully!')).toBeTruthy()
    expect(await screen.findByText('Loan pool')).toBeTruthy()
    expect(server.to(CREATE)[0]?.body).toEqual({ newCustomTag: 'Loan pool' })
    await userEvent.type(name, 'Loan pool{Enter}')
    expect(await screen.findByText('A custom tag with this name already exists.')).toBeTruthy()
    expect((name as HTMLInputElement).value).toBe('Loan pool')
  })

  it('removes a tag after a confirmation', async () => {
    const server = open(['Amber', 'Loan pool'])
    await userEvent.click(await screen.findByRole('button', { name: 'Remove tag Loan pool' }))
    const question = await screen.findByRole('dialog', { name: /Remove tag Loan pool\?/ })
    expect(within(question).getByText('The tag is removed from every asset that has it.')).toBeTruthy()
    expect(server.to(REMOVE)).toHaveLength(0)
    await userEvent.click(within(question).getByRole('button', { name: 'Remove tag' }))
    expect(await screen.findByText('Custom tag removed.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Loan pool')).toBeNull())
    expect(screen.getByText('Amber')).toBeTruthy()
  })
})
