/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_RECEIVER_INDEX_H
#define SDE_RECEIVER_INDEX_H

#include "ns3/mobility-model.h"

#include <unordered_map>
#include <vector>

namespace ns3 {

/**
 * \ingroup sde
 * \brief Who may be within a given distance: a grid for those that stand, a list of those that move.
 */
class SdeReceiverIndex {
public:
  /**
   * \param reach the distance, metres; more than 0
   * \param positions by number; they must live as long as the index
   */
  SdeReceiverIndex (double reach, const std::vector<Ptr<MobilityModel>> &positions);
  ~SdeReceiverIndex ();
  SdeReceiverIndex (const SdeReceiverIndex &) = delete;
  SdeReceiverIndex &operator= (const SdeReceiverIndex &) = delete;

  /**
   * \param centre from where
   * \param out gets the numbers of all that may be within reach (and some that are not), ascending
   */
  void Find (const Vector &centre, std::vector<uint32_t> *out);

private:
  typedef std::pair<int64_t, int64_t> Cell; //!< column, row
  /** Hash of a cell. */
  struct CellHash {
    size_t operator() (const Cell &cell) const; //!< \param cell to be hashed \return its hash
  };

  Cell GetCell (const Vector &position) const; //!< \param position in the plane \return its cell
  void Fill ();                                //!< puts everything that stands into its cell
  void Moved (Ptr<const MobilityModel> model); //!< \param model that did not stand after all

  double m_reach;                                                    //!< width of a cell
  const std::vector<Ptr<MobilityModel>> &m_positions;                //!< by number
  std::vector<uint32_t> m_moving;                                    //!< numbers of those that move
  std::vector<uint32_t> m_standing;                                  //!< numbers of the others
  std::unordered_map<Cell, std::vector<uint32_t>, CellHash> m_cells; //!< numbers of those that stand
  bool m_stale = true;                                               //!< the cells are to be filled
};

} // namespace ns3

#endif /* SDE_RECEIVER_INDEX_H */
