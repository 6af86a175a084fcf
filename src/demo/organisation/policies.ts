/** The access policies of one organisation at this moment. */

export interface Gateway {
  readonly name: string;
  readonly priority: number;
  /** The gateways behind this one. */
  readonly gateways: readonly Gateway[] | null;
}

/** A policy's systems: those with a tag, or those at some addresses. */
export type Source =
  { readonly kind: 'Tag'; readonly tag: string } | { readonly kind: 'Address'; readonly ranges: readonly string[] };

/** A policy as the service sends it, but for its quota. */
export interface Policy {
  readonly id: number;
  readonly description: string | null;
  readonly state: 'Active' | 'Paused';
  /** 0 logs nothing, 1 refusals, 2 everything. */
  readonly logging: 0 | 1 | 2;
  readonly created: string;
  readonly expiresAt: string | null;
  readonly source: Source;
  readonly acls: readonly {
    readonly name: string;
    readonly ports: readonly number[];
    readonly protocol: string;
    readonly exceptions: readonly Policy['acls'][number][];
  }[];
  readonly gateways: readonly Gateway[] | null;
  readonly notes: string;
}

/** The fields that a caller may change. */
export type PolicyChange = Partial<
  Pick<Policy, 'description' | 'state' | 'logging' | 'expiresAt' | 'source' | 'notes'> & {
    readonly ports: readonly number[];
  }
>;

/** A policy that is to be made. */
export interface NewPolicy extends PolicyChange {
  readonly description: string;
}

const FIRST: readonly Policy[] = [
  {
    id: 42,
    description: 'tills to payment',
    state: 'Active',
    logging: 1,
    created: '2025-03-18T09:12:44.1234567Z',
    expiresAt: null,
    source: { kind: 'Tag', tag: 'till' },
    acls: [
      {
        name: 'payment',
        ports: [443, 8443],
        protocol: 'tcp',
        exceptions: [{ name: 'test terminals', ports: [8443], protocol: 'tcp', exceptions: [] }],
      },
      { name: 'time', ports: [123], protocol: 'udp', exceptions: [] },
    ],
    gateways: [
      {
        name: 'gw-ams-1',
        priority: 1,
        gateways: [
          { name: 'gw-fra-1', priority: 1, gateways: [{ name: 'gw-iad-3', priority: 1, gateways: null }] },
          { name: 'gw-gru-1', priority: 2, gateways: null },
        ],
      },
    ],
    notes: '',
  },
  {
    id: 43,
    description: 'build agents to the registry',
    state: 'Active',
    logging: 0,
    created: '2025-11-02T15:40:00Z',
    expiresAt: '2027-01-01T00:00:00Z',
    source: { kind: 'Tag', tag: 'ci' },
    acls: [{ name: 'registry', ports: [443], protocol: 'tcp', exceptions: [] }],
    gateways: null,
    notes: 'Asked for by the platform team.\nReviewed every year.',
  },
  {
    id: 51,
    description: null,
    state: 'Paused',
    logging: 2,
    created: '2026-06-30T08:00:00.5Z',
    expiresAt: null,
    source: { kind: 'Address', ranges: ['192.0.2.0/24', '2001:db8::/32'] },
    acls: [],
    gateways: [],
    notes: '',
  },
];

/** The policies of an organisation. */
export class Policies {
  #policies: readonly Policy[] = FIRST;
  #lastId = 51;
  /** The ids of created policies, by the key of their caller (`Idempotency-Key`). */
  readonly #madeBy = new Map<string, number>();

  get all(): readonly Policy[] {
    return this.#policies;
  }

  find(id: string): Policy | undefined {
    return this.#policies.find((policy) => String(policy.id) === id);
  }

  /**
   * A new policy, paused unless it says otherwise. A repeated key answers its earlier policy; null where that is gone.
   */
  add({ ports = [], ...fields }: NewPolicy, at: number, key: string | null): Policy | null {
    const known = key === null ? undefined : this.#madeBy.get(key);
    if (known !== undefined) return this.find(String(known)) ?? null;
    this.#lastId += 1;
    const acls = ports.length === 0 ? [] : [{ name: 'first', ports, protocol: 'tcp', exceptions: [] }];
    const policy: Policy = {
      ...{ id: this.#lastId, state: 'Paused', logging: 0, created: new Date(at).toISOString(), expiresAt: null },
      ...{ source: { kind: 'Address', ranges: [] }, gateways: null, notes: '', ...fields, acls },
    };
    this.#policies = [...this.#policies, policy];
    if (key !== null) this.#madeBy.set(key, policy.id);
    return policy;
  }

  /** False where there is none with this id. */
  remove(id: string): boolean {
    const found = this.find(id);
    this.#policies = this.#policies.filter((policy) => policy !== found);
    return found !== undefined;
  }

  /** The policy after the change; undefined where there is none with this id. */
  change(id: string, { ports, ...fields }: PolicyChange): Policy | undefined {
    const found = this.find(id);
    if (found === undefined) return undefined;
    const [first, ...others] = found.acls;
    const acls = ports === undefined || first === undefined ? found.acls : [{ ...first, ports }, ...others];
    const changed: Policy = { ...found, ...fields, acls };
    this.#policies = this.#policies.map((policy) => (policy === found ? changed : policy));
    return changed;
  }
}
