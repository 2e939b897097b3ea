import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits until a button is enabled; it is disabled while its data loads and while it is busy. */
export const findEnabledButton = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect([button.disabled, button.classList.contains('ant-btn-loading')]).toEqual([false, false])
    return button
  })
