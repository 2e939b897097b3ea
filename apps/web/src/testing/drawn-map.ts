import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** The map, once its plan is there: before, it knows no places, and pointer, keys and focus find nothing on it. */
export async function findDrawnMap(): Promise<HTMLElement> {
  const canvas = await screen.findByRole('application')
  await waitFor(() => expect(document.querySelector('[role="application"] ~ [aria-busy="true"]')).toBeNull())
  return canvas
}
