// Entry point of the router: places, links, search parameters.

export { navigate, currentPlace, scrollOf, startHistory } from './history.ts';
export { Link, type LinkProps } from './link.tsx';
export { PageUnreachable, type PageModule } from './page-code.ts';
export {
  findRoute,
  RouterProvider,
  RouteView,
  useRouter,
  useSearch,
  watchRefused,
  type Route,
} from './router.tsx';
export { choiceParam, filterParam, textParam, type SearchFields } from './search.ts';
