// The door of the router: places, links, search parameters.

export { navigate, currentPlace, scrollOf, startHistory } from './history.ts';
export { Link, type LinkProps } from './link.tsx';
export { pathOf } from './path.ts';
export {
  findRoute,
  PageUnreachable,
  RouterProvider,
  RouteView,
  useRouter,
  useSearch,
  watchRefused,
  type PageModule,
  type Route,
} from './router.tsx';
export { choiceParam, dayParam, filterParam, flagParam, textParam } from './search.ts';
