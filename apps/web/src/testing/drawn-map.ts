import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits for the map with its plan. Before that, pointer, keys and focus find no targets on the map. */
export async function findDrawnMap(): Promise<HTMLElement> {
  const canvas = await screen.findByRole('application')
  await waitFor(() => expect(document.querySelector('[role="application"] ~ [aria-busy="true"]')).toBeNull())
  return canvas
}
