// What the page uses of Preact, for who checks its types; what stands in a template nobody checks.

type Given = readonly unknown[];
type Effect = () => void | (() => unknown);

export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function render(content: any, into: Element): void;
export function createContext<T>(value?: T): { Provider: any; value?: T };
export const Fragment: any;
export function useState(first: null): [any, (next: any) => void];
export function useState<T>(first: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
export function useReducer<T>(reduce: (old: T, action?: any) => T, first: T): [T, (action?: any) => void];
export function useRef<T = any>(first: T): { current: T };
export function useRef(first: null): { current: any };
export function useEffect(effect: Effect, given?: Given): void;
export function useLayoutEffect(effect: Effect, given?: Given): void;
export function useMemo<T>(make: () => T, given: Given): T;
export function useCallback<T extends (...given: any[]) => any>(act: T, given: Given): T;
export function useContext<T>(context: { value?: T }): T;
export function useErrorBoundary(): [any, () => void];
export function useId(): string;
