import type { DemoHospital } from '../hospital.ts'
import { distance } from '../plans/geometry.ts'
import { type Random, seededRandom } from '../random.ts'
import { WATCHED_STORE } from '../registry/fences.ts'
import { advanceDevice, isPluggedAt, newDevice } from './device-state.ts'
import { type Errand, nextErrand } from './errands.ts'
import { type Neglect, neglectedEquipment } from './neglect.ts'
import { buildGraph, floorOf, type PlaceGraph } from './place-graph.ts'
import { placeAssets } from './placement.ts'
import { findRoute } from './route.ts'
import { type SpotGroups, spotGroups } from './spot-groups.ts'
import { type RestSpot, SpotBoard } from './spots.ts'
import { Walk } from './walk.ts'
import type { Mover, TrackedAsset, World } from './world.types.ts'

interface Worker {
  readonly mover: Mover
  readonly homeFloor: number
  restLeft: number
  walk: Walk | undefined
  errand: Errand | undefined
  carrying: boolean
}

/** Speed in metres per second when walking alone, and with a bed, a chair or a pump. */
const WALKING_SPEED = 1.2
const PUSHING_SPEED = 0.9
/** Distance in metres between pushed assets. */
const LOAD_GAP = 0.7
const MAX_CARRIED = 3
/** Categories that patients lie or sit on. These stay with the patient and are never fetched while occupied. */
const CARRIES_PATIENT = new Set(['Bed', 'Wheelchair'])
const MOVABLE = new Set([
  'Large volume pump',
  'PCA pump',
  'Syringe pump',
  'Patient monitor',
  'Wheelchair',
  'Bed',
  'Ultrasound',
])

/** The simulated demo hospital: staff walk, fetch and escort; all other assets stay where they were left. */
export class HospitalWorld implements World {
  readonly graph: PlaceGraph
  readonly tracked: readonly TrackedAsset[]
  private readonly random: Random
  private readonly board: SpotBoard
  private readonly groups: SpotGroups
  private readonly movers: readonly Mover[]
  private readonly workers: readonly Worker[]

  /**
   * @param options `providers`: the server knows the places and monitors of the locating systems; `neglect`: some
   * equipment stays where it was left, and some has disappeared
   */
  constructor(
    hospital: Pick<DemoHospital, 'plans' | 'assets' | 'associations'>,
    seed: number,
    { providers = false, neglect = false }: { readonly providers?: boolean; readonly neglect?: boolean } = {},
  ) {
    this.random = seededRandom(seed)
    this.graph = buildGraph(hospital.plans.map((plan) => floorOf(plan, providers)))
    this.board = new SpotBoard(this.graph, this.random)
    this.groups = spotGroups(this.board)
    this.movers = this.placeMovers(hospital, neglect)
    this.tracked = this.movers.map((mover) => mover.tracked)
    const floors = this.graph.floors.length
    this.workers = this.movers
      .filter((mover) => mover.tracked.asset.AssetType === 'Clinician')
      .map((mover, index) => ({
        mover,
        homeFloor: index % floors,
        restLeft: this.random.between(0, 90),
        walk: undefined,
        errand: undefined,
        carrying: false,
      }))
  }

  private placeMovers(hospital: Pick<DemoHospital, 'assets' | 'associations'>, neglect: boolean): Mover[] {
    const { assets, associations } = hospital
    const floors = this.graph.floors.length
    const placement = placeAssets(assets, associations, this.groups, floors)
    const neglected = neglect
      ? neglectedEquipment(assets, associations, this.groups)
      : new Map<string, Neglect>()
    return assets.flatMap((asset) => {
      const assetNeglect = neglected.get(asset.AssetId)
      if (assetNeglect?.kind === 'gone') return []
      const spot = assetNeglect?.spot ?? placement.spotOf.get(asset.AssetId)
      if (!spot) throw new Error(`${asset.AssetId} has no place to start from`)
      const patientId = placement.patientOf.get(asset.AssetId)
      const linked = patientId !== undefined
      const equipment = asset.AssetType === 'Equipment'
      const plugged = equipment && isPluggedAt(spot.use, this.random)
      const tracked: TrackedAsset = {
        asset,
        position: this.board.occupy(spot),
        moving: false,
        linked,
        plugged,
        connectionChanged: false,
        ...(equipment ? { device: newDevice(asset.PrimaryCategory, { linked, plugged }, this.random) } : {}),
      }
      return {
        tracked,
        spot,
        home: placement.bedOf.get(asset.AssetId),
        homeFloor: placement.homeFloorOf.get(asset.AssetId),
        reserved: assetNeglect !== undefined,
        patientId,
      }
    })
  }

  advance(seconds: number): void {
    for (const worker of this.workers) this.advanceWorker(worker, seconds)
    for (const tracked of this.tracked)
      if (tracked.device && advanceDevice(tracked.device, seconds, tracked, this.random))
        tracked.connectionChanged = true
  }

  private advanceWorker(worker: Worker, seconds: number): void {
    if (!worker.walk) {
      worker.restLeft -= seconds
      if (worker.restLeft <= 0) this.startNextErrand(worker)
      return
    }
    worker.walk.advance(seconds)
    if (worker.walk.finished) this.arrive(worker)
    else this.moveWithLoad(worker, worker.walk)
  }

  private startNextErrand(worker: Worker): void {
    const errand = nextErrand({
      person: worker.mover,
      homeFloor: worker.homeFloor,
      floors: this.graph.floors.length,
      board: this.board,
      groups: this.groups,
      random: this.random,
      looseOn: (floor) => this.looseOn(floor),
      patientsOf: (floor) => this.patientsOf(floor),
      travelGroup: (patient) => this.travelGroup(patient),
    })
    if (!errand) {
      worker.restLeft = 30
      return
    }
    this.assign(worker, errand)
  }

  private assign(worker: Worker, errand: Errand): void {
    worker.errand = errand
    worker.carrying = false
    for (const item of errand.load) item.reserved = true
    this.startWalk(worker, errand.load[0]?.spot ?? errand.target, WALKING_SPEED)
  }

  /**
   * Lets the nearest resting person remove an asset from the watched store, whose geofence raises the first alert.
   */
  begin(): void {
    const stored = ({ spot }: Mover) => spot?.room.name === WATCHED_STORE
    const piece = this.graph.floors.flatMap((_, floor) => this.looseOn(floor)).find(stored)
    const from = piece?.spot
    const target = from && this.board.choose(this.groups.bedsideOn(from.floor))
    if (!piece || !from || !target) return
    const distanceToPiece = ({ mover }: Worker) => distance(mover.tracked.position, piece.tracked.position)
    const [nearest] = this.workers
      .filter(({ walk, mover }) => !walk && mover.spot?.floor === from.floor)
      .sort((a, b) => distanceToPiece(a) - distanceToPiece(b))
    if (nearest) this.assign(nearest, { target, load: [piece], stay: 60 })
  }

  private startWalk(worker: Worker, to: RestSpot, speed: number): void {
    const from = worker.mover.spot?.node ?? worker.walk?.destination
    const route = from === undefined ? undefined : findRoute(this.graph, from, to.node)
    if (!route) throw new Error(`No way to ${to.room.name}`)
    this.leave(worker.mover)
    worker.walk = new Walk(this.graph, route, speed * this.random.between(0.9, 1))
    if (worker.carrying) for (const item of worker.errand?.load ?? []) this.leave(item)
    this.moveWithLoad(worker, worker.walk)
  }

  private leave(mover: Mover): void {
    if (mover.spot) this.board.release(mover.spot)
    mover.spot = undefined
    mover.tracked.moving = true
    mover.tracked.plugged = false
  }

  private moveWithLoad(worker: Worker, walk: Walk): void {
    worker.mover.tracked.position = walk.position()
    if (!worker.carrying) return
    worker.errand?.load.forEach((item, index) => {
      item.tracked.position = walk.position((index + 1) * LOAD_GAP)
    })
  }

  private arrive(worker: Worker): void {
    const { errand } = worker
    if (!errand) return
    if (errand.load.length > 0 && !worker.carrying) {
      worker.carrying = true
      this.startWalk(worker, errand.target, PUSHING_SPEED)
      return
    }
    for (const [index, item] of errand.load.entries()) {
      const sharesSpot = index === 0 || CARRIES_PATIENT.has(item.tracked.asset.PrimaryCategory)
      const bedsides = sharesSpot ? [] : this.groups.besideBed(errand.target)
      this.settle(item, this.board.choose(bedsides) ?? errand.target)
      item.reserved = false
    }
    const standingSpot = errand.load.length > 0 ? this.standBeside(errand.target) : errand.target
    this.settle(worker.mover, standingSpot)
    worker.walk = undefined
    worker.errand = undefined
    worker.restLeft = errand.stay
  }

  /** Returns a spot for the person beside the brought asset. */
  private standBeside(target: RestSpot): RestSpot {
    const near = this.board.group(
      `stand ${target.index}`,
      (spot) => spot.room === target.room && spot !== target && spot.use !== 'bed',
    )
    return this.board.choose(near) ?? target
  }

  private settle(mover: Mover, spot: RestSpot): void {
    mover.spot = spot
    mover.tracked.position = this.board.occupy(spot)
    mover.tracked.moving = false
    mover.tracked.plugged = mover.tracked.device !== undefined && isPluggedAt(spot.use, this.random)
  }

  private looseOn(floor: number): Mover[] {
    return this.movers.filter(
      ({ tracked, spot, reserved }) =>
        spot?.floor === floor &&
        !reserved &&
        !tracked.linked &&
        tracked.device !== undefined &&
        tracked.device.online &&
        !tracked.device.infusing &&
        !(spot.use === 'bed' && CARRIES_PATIENT.has(tracked.asset.PrimaryCategory)) &&
        MOVABLE.has(tracked.asset.PrimaryCategory),
    )
  }

  private patientsOf(floor: number): Mover[] {
    return this.movers.filter(
      ({ spot, home, reserved }) =>
        home?.floor === floor && home.use === 'bed' && spot !== undefined && !reserved,
    )
  }

  private travelGroup(patient: Mover): Mover[] {
    const { AssetId } = patient.tracked.asset
    const companions = this.movers.filter(
      ({ tracked, spot, reserved, patientId }) =>
        !reserved &&
        spot?.room === patient.spot?.room &&
        (patientId === AssetId || (spot === patient.spot && tracked.asset.AssetType === 'Equipment')),
    )
    return [patient, ...companions.slice(0, MAX_CARRIED)]
  }
}
