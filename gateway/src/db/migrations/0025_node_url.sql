-- Where people reach the portal on this node, for links that the command line prints.
alter table node add column portal_url text;
