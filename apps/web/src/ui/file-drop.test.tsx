import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { FileDrop } from './file-drop.tsx'

const plan = new File(['x'], 'plan.png', { type: 'image/png' })
const dragEventOf = (...files: File[]) => ({ dataTransfer: { types: ['Files'], files } })

function open(part: { disabled?: boolean; error?: string } = {}) {
  const onFile = vi.fn()
  render(
    <FileDrop
      label="Choose an image"
      hint="or drop one here"
      accept="image/png"
      disabled={part.disabled ?? false}
      error={part.error}
      onFile={onFile}
    />,
  )
  return { onFile, input: screen.getByLabelText<HTMLInputElement>('Choose an image') }
}

describe('a file drop', () => {
  it('takes the chosen file, and the same file again', async () => {
    const { onFile, input } = open()
    await userEvent.upload(input, plan)
    await userEvent.upload(input, plan)
    expect(onFile.mock.calls).toEqual([[plan], [plan]])
    expect(input.value).toBe('')
  })

  it('takes the first dropped file, and keeps the browser from opening it', () => {
    const { onFile } = open()
    const zone = screen.getByText('or drop one here')
    expect(fireEvent.dragOver(zone, dragEventOf(plan))).toBe(false)
    expect(fireEvent.drop(zone, dragEventOf(plan, new File([], 'other.png')))).toBe(false)
    expect(onFile.mock.calls).toEqual([[plan]])
  })

  it('leaves dropped content without a file to the browser', () => {
    const { onFile } = open()
    const text = { dataTransfer: { types: ['text/plain'], files: [] } }
    expect(fireEvent.dragOver(screen.getByText('or drop one here'), text)).toBe(true)
    expect(fireEvent.drop(screen.getByText('or drop one here'), text)).toBe(true)
    expect(onFile).not.toHaveBeenCalled()
  })

  it('takes no file while disabled', () => {
    const { onFile, input } = open({ disabled: true })
    expect(input.disabled).toBe(true)
    fireEvent.drop(screen.getByText('or drop one here'), dragEventOf(plan))
    expect(onFile).not.toHaveBeenCalled()
  })

  it("shows the file's error at the field", () => {
    const { input } = open({ error: 'This is no image.' })
    expect(screen.getByRole('alert').textContent).toBe('This is no image.')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('This is no image.')
  })
})
