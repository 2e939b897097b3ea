import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Select } from 'antd'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { tabOutOfSelects } from './tab-out-of-selects.ts'

tabOutOfSelects()

function Levels() {
  const [levels, setLevels] = useState<string[]>([])
  return (
    <>
      <label htmlFor="levels">Levels</label>
      <Select
        id="levels"
        mode="multiple"
        value={levels}
        onChange={setLevels}
        options={[{ value: 'Critical' }, { value: 'Low' }]}
      />
      <output>{levels.join(', ')}</output>
    </>
  )
}

it('keeps the last choice when Tab leaves a list, and lets the browser move to the next control', async () => {
  render(<Levels />)
  const list = screen.getByLabelText('Levels')
  // antd reads key codes, which user-event does not send.
  const press = (key: string, keyCode: number): boolean => fireEvent.keyDown(list, { key, keyCode })
  await userEvent.click(list)
  await screen.findByTitle('Low')
  press('ArrowDown', 40)
  press('Enter', 13)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Low'))
  expect(press('Tab', 9)).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('Low')
})
