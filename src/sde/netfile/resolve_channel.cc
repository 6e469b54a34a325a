/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve_channel.cc -- [channel] and [[link]] */
#include "netfile/ns3_model.h"
#include "netfile/resolve_impl.h"

#include <algorithm>
#include <cmath>

namespace netfile {

/* [[link]] adds a link, or says more about one of the topology.  What is not said stays unset until ChannelOf. */
void Resolver::Links () {
  std::map<std::pair<uint32_t, uint32_t>, unsigned> said;
  for (const LinkTable &table : document.link) {
    if (!table.between)
      table.where.Fail ("between which two nodes?");
    auto [a, b] = select.Pair (table.between);
    std::pair<uint32_t, uint32_t> pair = std::minmax (a, b);
    auto [earlier, first] = said.emplace (pair, table.where.line);
    if (!first)
      table.between.where.Fail ("this link stands already in line " + std::to_string (earlier->second));
    auto [place, fresh] = linkOf.emplace (pair, out.links.size ());
    if (fresh)
      out.links.push_back ({a, b, -1, 0, -1});
    Link &link = out.links[place->second];
    link.delay = table.delay ? table.delay->ns : link.delay;
    link.rate = table.rate ? table.rate->bps : link.rate;
    link.loss = table.loss ? table.loss->p : link.loss;
  }
}

namespace {

void OnlyBroadcast (const ChannelTable &table) {
  auto refuse = [] (const auto &key, const char *what) {
    if (key)
      key.where.Fail (std::string ("only a broadcast channel has ") + what);
  };
  refuse (table.hears, "nodes that hear or do not");
  refuse (table.range, "a range");
  refuse (table.delay_model, "a delay model");
  refuse (table.loss_models, "loss models");
}

void CheckModels (const ChannelTable &table) {
  if (table.delay_model)
    CheckModel (*table.delay_model, "ns3::PropagationDelayModel", table.delay_model.where);
  for (const Model &model : *table.loss_models)
    CheckModel (model, "ns3::PropagationLossModel", table.loss_models.where);
  if (table.error_model)
    CheckModel (*table.error_model, "ns3::ErrorModel", table.error_model.where);
  if (table.loss && table.error_model)
    table.error_model.where.Fail ("a channel has a loss or an error model, not both");
  CheckAttributes ("ns3::SdeNetDevice", *table.device, table.device.where);
}

void CheckPositions (const Network &network, const ChannelTable &table) {
  const Where &where = table.range         ? table.range.where
                       : table.loss_models ? table.loss_models.where
                                           : table.delay_model.where;
  if (!table.range && !table.loss_models && !table.delay_model)
    return;
  for (const Node &node : network.nodes)
    if (!node.hasPosition)
      where.Fail ("node " + Quote (node.name) + " has no position, which is needed here");
}

/* The value must be one of two words; is it the first? */
bool Either (const Given<Text> &key, const char *first, const char *second) {
  if (*key != first && *key != second)
    key.where.Fail (Enumerate ({first, second}) + " is wanted, not " + Quote (*key));
  return *key == first;
}

void CheckType (const ChannelTable &table, Network &out) {
  Channel &channel = out.channel;
  if (!table.where.line && out.links.empty () && out.nodes.size () > 1)
    Where{out.file, 0, ""}.Fail (
        "there is no [channel] and no link: no frame would get from one node to another");
  if (table.where.line && !table.type)
    table.where.Fail ("which type?  broadcast or links");
  channel.broadcast = table.type && Either (table.type, "broadcast", "links");
  channel.overLinks = channel.broadcast && table.hears && !Either (table.hears, "all", "links");
  if (!channel.broadcast)
    OnlyBroadcast (table);
  if ((table.type || table.hears) && (!channel.broadcast || channel.overLinks) && out.links.empty ())
    (channel.overLinks ? table.hears : table.type)
        .where.Fail ("there are no links: a topology or [[link]] gives them");
}

} // namespace

void Resolver::ChannelOf () {
  const ChannelTable &table = document.channel;
  Channel &channel = out.channel;
  CheckType (table, out);
  CheckModels (table);
  if (table.range && !(table.range->x > 0))
    table.range.where.Fail ("a range is above 0");
  CheckPositions (out, table);
  if (table.queue && table.queue->n > UINT32_MAX)
    table.queue.where.Fail ("that is too many");
  channel.delay = table.delay->ns;
  channel.loss = table.loss->p;
  channel.range = table.range->x;
  channel.rate = table.rate->bps;
  channel.queue = static_cast<uint32_t> (table.queue->n);
  channel.delayModel = *table.delay_model;
  channel.lossModels = *table.loss_models;
  channel.errorModel = *table.error_model;
  channel.device = *table.device;
  channel.trustModels = *table.trust_models;
  if (channel.broadcast)
    BroadcastLinks ();
  else
    WiredLinks ();
}

void Resolver::BroadcastLinks () {
  if (!out.channel.overLinks && !document.link.empty ())
    document.link[0].where.Fail (
        "on a broadcast channel links mean nothing, unless [channel] says hears = \"links\"");
  for (const LinkTable &table : document.link) {
    const char *why = "a link of a broadcast channel has what [channel] says";
    if (table.delay)
      table.delay.where.Fail (why);
    if (table.rate)
      table.rate.where.Fail (why);
    if (table.loss)
      table.loss.where.Fail (why);
  }
  bool unused = std::any_of (out.links.begin (), out.links.end (), [] (const Link &link) {
    return link.delay >= 0 || link.rate || link.loss >= 0;
  });
  if (unused)
    out.notes.push_back (
        "delays, rates and losses of the topology's links are not used on a broadcast channel");
  if (!out.channel.overLinks) {
    bool fewer = out.links.size () < out.nodes.size () * (out.nodes.size () - 1) / 2;
    if (!out.links.empty () && fewer && !(out.channel.range > 0) && out.channel.lossModels.empty ())
      out.notes.push_back (
          "every node hears every other one: links of the topology count only with hears = \"links\"");
    out.links.clear ();
    linkOf.clear ();
  }
}

void Resolver::WiredLinks () {
  std::vector<bool> linked (out.nodes.size ());
  for (Link &link : out.links) {
    link.delay = link.delay >= 0 ? link.delay : out.channel.delay;
    link.rate = link.rate ? link.rate : out.channel.rate;
    if (link.loss < 0 && out.channel.errorModel.type.empty ())
      link.loss = out.channel.loss;
    linked[link.a] = linked[link.b] = true;
  }
  for (size_t i = 0; i < linked.size () && linked.size () > 1; i++)
    if (!linked[i])
      out.notes.push_back ("node " + Quote (out.nodes[i].name) +
                           " has no link: it neither sends nor receives");
}

bool Resolver::HasLink (uint32_t a, uint32_t b) const {
  const Channel &channel = out.channel;
  if (a == b)
    return false;
  if (!channel.broadcast || channel.overLinks)
    return linkOf.count (std::minmax (a, b)) != 0;
  const Node &x = out.nodes[a], &y = out.nodes[b];
  bool moving = x.moves || y.moves || !x.mobility.type.empty () || !y.mobility.type.empty ();
  if (!(channel.range > 0) || moving)
    return true;
  return std::hypot (x.position.x - y.position.x, x.position.y - y.position.y, x.position.z - y.position.z) <=
         channel.range;
}

} // namespace netfile
