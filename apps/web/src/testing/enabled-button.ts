import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** A button once it can be pressed: some stand there before what they are about has been read. */
export const findEnabledButton = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect(button.disabled).toBe(false)
    return button
  })
