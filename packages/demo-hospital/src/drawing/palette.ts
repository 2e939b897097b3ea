import type { RoomKind } from '../plans/plan.types.ts'

/** Colours of a plan in the light scheme. The console derives the dark plan from the same image. */
export const PLAN_COLOURS = {
  paper: '#FFFFFF',
  wall: '#5F6B80',
  furniture: '#A9B3C2',
  furnitureFill: '#FFFFFF',
  worktop: '#C6CDD9',
  label: '#46526A',
  corridorLabel: '#5D6880',
} as const

export const ROOM_COLOURS: Readonly<Record<RoomKind, string>> = {
  corridor: '#F8F9FB',
  patient: '#EDF2F8',
  clinical: '#E4F1EE',
  utility: '#F6F0E4',
  staff: '#F1ECF7',
  core: '#E6E9EE',
}

/**
 * Scale at which a plan of 1600 px is shown. The design's line widths are screen pixels, so they are divided by this
 * scale.
 */
const SHOWN_AT = 0.6
export const INK = {
  outerWall: 3.9 / SHOWN_AT,
  innerWall: 1.7 / SHOWN_AT,
  furniture: 1.15 / SHOWN_AT,
} as const
