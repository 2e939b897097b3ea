import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** A button once it can be pressed: before what it is about has been read, and while it is at work, it takes nothing. */
export const findEnabledButton = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect([button.disabled, button.classList.contains('ant-btn-loading')]).toEqual([false, false])
    return button
  })
