/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-receiver-index.h"

#include "ns3/callback.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeReceiverIndex");

size_t SdeReceiverIndex::CellHash::operator() (const Cell &cell) const {
  return static_cast<size_t> (cell.first) * 0x9e3779b97f4a7c15u + static_cast<size_t> (cell.second);
}

SdeReceiverIndex::SdeReceiverIndex (double reach, const std::vector<Ptr<MobilityModel>> &positions)
    : m_reach (reach), m_positions (positions) {
  for (uint32_t i = 0; i < positions.size (); i++)
    if (positions[i]->GetInstanceTypeId ().GetName () == "ns3::ConstantPositionMobilityModel") {
      m_standing.push_back (i);
      positions[i]->TraceConnectWithoutContext ("CourseChange",
                                                MakeCallback (&SdeReceiverIndex::Moved, this));
    } else
      m_moving.push_back (i);
  NS_LOG_LOGIC (m_standing.size () << " stand, " << m_moving.size () << " move, reach " << reach << " m");
}

SdeReceiverIndex::~SdeReceiverIndex () {
  for (uint32_t i : m_standing)
    m_positions[i]->TraceDisconnectWithoutContext ("CourseChange",
                                                   MakeCallback (&SdeReceiverIndex::Moved, this));
}

void SdeReceiverIndex::Moved (Ptr<const MobilityModel>) { m_stale = true; }

SdeReceiverIndex::Cell SdeReceiverIndex::GetCell (const Vector &position) const {
  return Cell (static_cast<int64_t> (std::floor (position.x / m_reach)),
               static_cast<int64_t> (std::floor (position.y / m_reach)));
}

void SdeReceiverIndex::Fill () {
  m_cells.clear ();
  for (uint32_t i : m_standing)
    m_cells[GetCell (m_positions[i]->GetPosition ())].push_back (i);
  m_stale = false;
}

void SdeReceiverIndex::Find (const Vector &centre, std::vector<uint32_t> *out) {
  if (m_stale)
    Fill ();
  *out = m_moving;
  Cell middle = GetCell (centre);
  for (int64_t x = middle.first - 1; x <= middle.first + 1; x++)
    for (int64_t y = middle.second - 1; y <= middle.second + 1; y++) {
      auto cell = m_cells.find (Cell (x, y));
      if (cell != m_cells.end ())
        out->insert (out->end (), cell->second.begin (), cell->second.end ());
    }
  std::sort (out->begin (), out->end ());
}

} // namespace ns3
